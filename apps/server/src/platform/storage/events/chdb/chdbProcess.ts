import { writeSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { totalmem } from "node:os";
import { errorText } from "../../../log/endOnCrash.ts";
import { collectAfterBurst } from "../../collectAfterBurst.ts";
import { restrictUmask } from "../../dataDir.ts";
import { startEngine } from "./engine.ts";
import { createHttpInterface } from "./httpInterface.ts";

/*
 * Entry point of the embedded event store's process. The engine allows one process per data directory and hangs if the main thread is
 * busy, so it runs separately; a crash of it also leaves the server running. supervisor.ts starts this process and passes the directory
 * and the token in the environment.
 */
const { CHDB_PATH: path, CHDB_TOKEN: token } = process.env;
if (!path || !token || !process.send)
  throw new Error("The server starts this process with CHDB_PATH and CHDB_TOKEN.");

restrictUmask();

/** In bytes: half of the memory of this machine or container, because pages are served from the rest. */
const MEMORY_LIMIT_BYTES = Math.min(1_500_000_000, Math.floor(availableMemory() / 2));
/** By default, ClickHouse leaves a gigabyte of free memory to each thread of a query. Within our limit, each query would get one thread. */
const FREE_BYTES_PER_THREAD = 100_000_000;

/**
 * How often an expression runs before the engine compiles it. Compiling the expressions of a screen takes 200 to 400 ms of processor time, by default in
 * its third query. With 100,000 events, that never pays off; with 5 million, it makes some queries 20% cheaper.
 */
const RUNS_BEFORE_COMPILING = 30;

/** V8 does not count the chunks of a stream, which lie outside of its heap, and would let gigabytes of them wait for a collection. */
const STREAMED_BEFORE_COLLECTING = 64 * 1024 ** 2;

const engine = startEngine(path, [
  `--max_server_memory_usage=${MEMORY_LIMIT_BYTES}`,
  "--max_execution_time=30",
  `--max_threads_min_free_memory_per_thread=${FREE_BYTES_PER_THREAD}`,
  "--output_format_json_quote_64bit_integers=0",
  `--min_count_to_compile_expression=${RUNS_BEFORE_COMPILING}`,
  `--min_count_to_compile_aggregate_expression=${RUNS_BEFORE_COMPILING}`,
  `--min_count_to_compile_sort_description=${RUNS_BEFORE_COMPILING}`,
]);
const noteBytes = collectAfterBurst();
const server = createHttpInterface(
  {
    ...engine,
    execute(statement, body) {
      noteBytes(body.byteLength);
      return engine.execute(statement, body);
    },
    async *stream(statement) {
      let bytes = 0;
      for await (const chunk of engine.stream(statement)) {
        yield chunk;
        bytes += chunk.byteLength;
        if (bytes < STREAMED_BEFORE_COLLECTING) continue;
        globalThis.gc?.();
        bytes = 0;
      }
    },
  },
  token,
);

server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port });
});

/** In bytes. Without a limit, the system reports a huge number. */
function availableMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

let isStopping = false;
function stop(): void {
  if (isStopping) return;
  isStopping = true;
  server.close(() => {
    engine.stop();
    process.exit(0);
  });
  server.closeIdleConnections();
}

// The server reads standard error. Node itself would print the error with all its data.
process.on("uncaughtException", (error) => {
  writeSync(process.stderr.fd, `${errorText(error)}\n`);
  process.exit(1);
});
process.on("message", (message) => {
  if (message === "stop") stop();
});
// The server has exited, so stop.
process.on("disconnect", stop);
// A terminal sends its signals to the whole process group; wait for the server's "stop" message instead.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
