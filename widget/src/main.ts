// Defines the element; loaded by a plain script tag it also puts one on the page, with the tag's data- attributes.

import { ATTRIBUTES } from "./options";
import { NAME, define } from "./shell/element";

const script = document.currentScript as HTMLScriptElement | null;
const server = script?.src ? new URL(".", script.src).href : "";
define(server);

if (script && !document.querySelector(NAME)) {
  const insert = () => {
    const element = document.createElement(NAME);
    for (const name of ATTRIBUTES) {
      const value = script.dataset[name];
      if (value !== undefined) element.setAttribute(name, value);
    }
    document.body.append(element);
  };
  if (document.body) insert();
  else addEventListener("DOMContentLoaded", insert);
}
