import { pino } from "pino";
import { startTestApp } from "./startTestApp.ts";

/*
 * The whole server in a process of its own, for tests that measure or attack it. Fork its bundle with --expose-gc and the data
 * folder as argument; its environment is the server's. It sends its address, answers "memory" with its size in bytes after a
 * collection and at most since it was asked before, and ends with its parent or after "stop". Its log goes to standard output.
 */
const [, , dataDir = ""] = process.argv;
const env = Object.fromEntries(Object.entries(process.env).map(([name, value = ""]) => [name, value]));
const { url, stop } = await startTestApp({ dataDir, env, log: pino({ level: "trace" }) });

let peak = 0;
const notePeak = () => {
  peak = Math.max(peak, process.memoryUsage.rss());
};
// The most since its start would be that of the start.
setInterval(notePeak, 5).unref();

process.on("message", async (message) => {
  if (message === "memory") {
    notePeak();
    globalThis.gc?.();
    process.send?.({ now: process.memoryUsage.rss(), peak });
    peak = 0;
  }
  if (message === "stop") {
    await stop();
    process.exit();
  }
});
process.on("disconnect", () => process.exit());
process.send?.({ url });
