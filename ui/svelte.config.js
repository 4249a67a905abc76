import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

// Styles go into files of their own: the window's policy allows none in the page.
export default { preprocess: vitePreprocess(), compilerOptions: { runes: true, css: "external" } };
