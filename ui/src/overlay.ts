import "./styles/overlay.css";

import { mount } from "svelte";

import { open } from "./lib/store.svelte";
import Overlay from "./Overlay.svelte";

const target = document.getElementById("app");
if (target) {
  mount(Overlay, { target });
  void open();
}
