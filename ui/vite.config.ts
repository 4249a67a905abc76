import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  // The oldest engine that shows the window is WebKitGTK 2.40.
  build: {
    target: ["safari16", "chrome108"],
    assetsInlineLimit: 0,
    // Two windows, two pages.
    rolldownOptions: { input: ["index.html", "overlay.html"] },
  },
  server: { port: 1420, strictPort: true },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
