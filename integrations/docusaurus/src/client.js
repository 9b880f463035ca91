// Brings the widget after the page has loaded, so that a slow or silent server costs the page nothing.

import globalData from "@generated/globalData";

function start() {
  const { server, ...options } = globalData["docusaurus-plugin-footnoted"].default;
  const script = document.createElement("script");
  script.src = `${server.replace(/\/$/, "")}/widget.js`;
  script.async = true;
  Object.assign(script.dataset, options);
  document.head.append(script);
}

if (typeof window !== "undefined") {
  if (document.readyState === "complete") start();
  else window.addEventListener("load", start);
}
