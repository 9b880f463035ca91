// `HttpAgent` of @ag-ui/client. Asks each question after the answer to the one before; prints the messages, the events
// and the error as JSON. With `stops` it aborts the run once the first word is there.
import { HttpAgent } from "@ag-ui/client";

const [url, headers, stops, ...questions] = JSON.parse(process.argv[2]);
const agent = new HttpAgent({ url, headers });
const told = { events: [], error: null };
agent.subscribe({
  onEvent: ({ event }) => void told.events.push(event),
  onTextMessageContentEvent: () => void (stops && agent.abortRun()),
});
for (const question of questions) {
  agent.addMessage({ id: `question-${agent.messages.length}`, role: "user", content: question });
  try {
    told.result = (await agent.runAgent()).result;
  } catch (error) {
    told.error = String(error.message ?? error);
    break;
  }
}
process.stdout.write(JSON.stringify({ ...told, messages: agent.messages }), () => process.exit(0));
