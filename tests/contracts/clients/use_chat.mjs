// `useChat` of @ai-sdk/react in a page of its own. Asks each question after the answer to the one before; prints the
// messages and the error as JSON. `stop` as a question stops the stream once its first word is there.
import { JSDOM } from "jsdom";

const { window } = new JSDOM("<!doctype html><div id='root'></div>", { url: "http://localhost/" });
Object.assign(globalThis, { window, document: window.document, IS_REACT_ACT_ENVIRONMENT: false });
globalThis.navigator ??= window.navigator;

const { createElement, useEffect, useRef } = await import("react");
const { createRoot } = await import("react-dom/client");
const { useChat } = await import("@ai-sdk/react");
const { DefaultChatTransport } = await import("ai");

const [api, headers, stops, ...questions] = JSON.parse(process.argv[2]);

function Page({ done }) {
  const chat = useChat({ transport: new DefaultChatTransport({ api, headers }) });
  const asked = useRef(0);
  const { status, error, messages } = chat;
  const text = messages.at(-1)?.parts.filter((part) => part.type === "text").map((part) => part.text).join("") ?? "";
  useEffect(() => {
    if (status === "error") return done({ status, error: error.message, messages });
    if (status === "streaming" && stops && text) return void chat.stop();
    if (status !== "ready") return;
    if (asked.current === questions.length) return done({ status, error: null, messages });
    void chat.sendMessage({ text: questions[asked.current++] });
  }, [status, text]);
  return null;
}

const told = await new Promise((done) => createRoot(document.getElementById("root")).render(createElement(Page, { done })));
process.stdout.write(JSON.stringify(told), () => process.exit(0));
