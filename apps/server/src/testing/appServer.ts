import { pino } from "pino";
import { startTestApp } from "./startTestApp.ts";

/*
 * The whole server in a process of its own, for tests that measure or attack it. Fork it with --expose-gc --import tsx and the data
 * folder as argument; its environment is the server's. It sends its address, answers "memory" with its size in bytes after a
 * collection, and ends with its parent or after "stop". Its log goes to standard output.
 */
const [, , dataDir = ""] = process.argv;
const env = Object.fromEntries(Object.entries(process.env).map(([name, value = ""]) => [name, value]));
const { url, stop } = await startTestApp({ dataDir, env, log: pino({ level: "trace" }) });

process.on("message", async (message) => {
  if (message === "memory") {
    globalThis.gc?.();
    process.send?.({ memory: process.memoryUsage.rss() });
  }
  if (message === "stop") {
    await stop();
    process.exit();
  }
});
process.on("disconnect", () => process.exit());
process.send?.({ url });
