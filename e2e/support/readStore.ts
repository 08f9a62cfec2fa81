import { startEventProcess } from "./startEventProcess.ts";

/** Queries a stopped server's event store directly, for data that no screen shows. */
export interface ReadStore {
  query<Row>(sql: string): Promise<Row[]>;
  stop(): Promise<void>;
}

/** @param dataDir data folder of a stopped server: the embedded engine allows one process. */
export async function readStore(dataDir: string): Promise<ReadStore> {
  const engine = await startEventProcess(dataDir);
  const { origin, username, password } = new URL(engine.url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  return {
    async query<Row>(sql: string) {
      const answer = await fetch(origin, {
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
    stop: engine.stop,
  };
}
