import { randomBytes, randomUUID } from "node:crypto";
import { inject } from "vitest";
import { startEngine, type TestEngine } from "./startEngine.ts";
import { createDatabase, urlOf } from "./testDatabase.ts";

/** New PostgreSQL and ClickHouse stores for several servers. Our event process simulates ClickHouse, whose HTTP interface it implements. */
export interface SharedStores {
  engine: TestEngine;
  /** The environment of each server. */
  env: Record<string, string>;
}

/** @param engineDir of the event process, which the caller ends. */
export async function startSharedStores(engineDir: string, publicUrl: string): Promise<SharedStores> {
  const engine = await startEngine(engineDir);
  const server = inject("postgresUrl");
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  await createDatabase(server, database);
  return {
    engine,
    env: {
      DATABASE_URL: urlOf(server, database),
      CLICKHOUSE_URL: engine.url,
      SECRETS_KEY: randomBytes(32).toString("base64"),
      PUBLIC_URL: publicUrl,
    },
  };
}
