import { mount } from "svelte";

import App from "./App.svelte";
import { open } from "./lib/store.svelte";
import "./styles/tokens.css";
import "./styles/base.css";

const target = document.getElementById("app");
if (target) {
  target.replaceChildren();
  mount(App, { target });
  void open();
}
