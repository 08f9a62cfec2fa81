import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { currentBuild } from "../../scripts/lib/builds.mjs";

const TOKEN = "e2e";

/** The embedded event store's process without a server. It implements ClickHouse's HTTP interface. */
export interface EventProcess {
  /** For CLICKHOUSE_URL. */
  url: string;
  stop(): Promise<void>;
}

/** @param dataDir data folder whose event store no other process uses: the embedded engine allows one. */
export async function startEventProcess(dataDir: string): Promise<EventProcess> {
  const engine = fork(join(currentBuild(), "server/chdbProcess.js"), {
    env: {
      PATH: process.env.PATH,
      CHDB_PATH: join(dataDir, "events"),
      CHDB_TOKEN: TOKEN,
      UV_THREADPOOL_SIZE: "16",
    },
  });
  const [{ port }] = (await once(engine, "message")) as [{ port: number }];
  return {
    url: `http://default:${TOKEN}@127.0.0.1:${port}`,
    async stop() {
      const ended = once(engine, "exit");
      engine.send("stop");
      await ended;
    },
  };
}
