import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { currentBuild } from "../../scripts/lib/builds.mjs";

const TOKEN = "e2e";

/** Queries a stopped server's event store directly, for what no screen shows. */
export interface ReadStore {
  query<Row>(sql: string): Promise<Row[]>;
  stop(): Promise<void>;
}

/** @param dataDir of a server that has stopped: the embedded engine allows one process. */
export async function readStore(dataDir: string): Promise<ReadStore> {
  const engine = fork(join(currentBuild(), "server/chdbProcess.js"), {
    env: { PATH: process.env.PATH, CHDB_PATH: join(dataDir, "events"), CHDB_TOKEN: TOKEN },
  });
  const [{ port }] = (await once(engine, "message")) as [{ port: number }];
  const authorization = `Basic ${Buffer.from(`default:${TOKEN}`).toString("base64")}`;
  return {
    async query<Row>(sql: string) {
      const answer = await fetch(`http://127.0.0.1:${port}/`, {
        method: "POST",
        headers: { authorization },
        body: `${sql} FORMAT JSONEachRow`,
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(text);
      return text
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Row);
    },
    async stop() {
      const ended = once(engine, "exit");
      engine.send("stop");
      await ended;
    },
  };
}
