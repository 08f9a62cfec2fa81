import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { eventProcess } from "./eventProcess.ts";

/** The embedded event store's process without supervision, for tests that kill it or use it as a ClickHouse server. */
export interface TestEngine {
  client: ClickHouseClient;
  /** For CLICKHOUSE_URL. */
  url: string;
  /** Ends it with SIGKILL, like a power failure. */
  kill(): Promise<void>;
}

export async function startEngine(dataDir: string): Promise<TestEngine> {
  const path = join(dataDir, "events");
  mkdirSync(path, { recursive: true });
  const child = fork(eventProcess.entry, [], {
    env: { PATH: process.env.PATH, CHDB_PATH: path, CHDB_TOKEN: "token", UV_THREADPOOL_SIZE: "16" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  const url = `http://default:token@127.0.0.1:${port}`;
  const client = createClient({ url, log: { level: ClickHouseLogLevel.OFF } });
  return {
    client,
    url,
    async kill() {
      await client.close();
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
