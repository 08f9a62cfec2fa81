import { measureSegments } from "/work/wt/ingest/bench/segments.ts";
import { readFileSync } from "node:fs";
const [,, port] = process.argv;
console.log(await measureSegments({ url: `http://127.0.0.1:${port}`, pid: Number(readFileSync(`/tmp/lab/ing-${port}.pid`,"utf8")), startDuration: 0, stop: async () => {} } as never));
