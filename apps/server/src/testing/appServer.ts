import { createLog } from "../platform/log/createLog.ts";
import { startTestApp, startWholeApp } from "./startTestApp.ts";

/*
 * Runs the server in a separate process, for tests that measure or attack it. Fork its bundle with --expose-gc and the data folder as
 * argument, followed by "whole" to start the ingest process too; the environment configures the server. It sends its URL, answers "memory" with its resident size in bytes after a garbage
 * collection and the peak since the last request, and exits with its parent or after "stop". It logs to standard output.
 */
const [, , dataDir = "", mode] = process.argv;
const env = Object.fromEntries(Object.entries(process.env).map(([name, value = ""]) => [name, value]));
const start = mode === "whole" ? startWholeApp : startTestApp;
const { url, stop } = await start({ dataDir, env, log: createLog({ level: "trace" }) });

let peak = 0;
const notePeak = () => {
  peak = Math.max(peak, process.memoryUsage.rss());
};
// Sampled, because the process's own maximum would be that of the startup.
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
