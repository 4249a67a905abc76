import { mount } from "svelte";

import App from "./App.svelte";
import { open } from "./lib/store.svelte";

const target = document.getElementById("app");
if (target) {
  target.replaceChildren();
  mount(App, { target });
  void open();
}
