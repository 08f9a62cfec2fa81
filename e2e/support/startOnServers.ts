import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startPostgres } from "../../apps/server/src/testing/startPostgres.ts";
import { copyTemplate, TEMPORARY_DIR } from "./dataTemplate.ts";
import { OWNER } from "./owner.ts";
import { startEventProcess } from "./startEventProcess.ts";
import { type StartedSite, startSite } from "./startSite.ts";

/**
 * Like {@link startSite}, but the server uses PostgreSQL and ClickHouse by address. Our event process simulates ClickHouse, whose HTTP
 * interface it implements.
 */
export async function startOnServers(offset: number): Promise<StartedSite> {
  const [dataDir, postgresDir] = ["marquee-e2e-", "marquee-postgres-"].map((name) =>
    mkdtempSync(join(TEMPORARY_DIR, name)),
  ) as [string, string];
  copyTemplate(dataDir);
  const [events, postgres] = await Promise.all([
    startEventProcess(dataDir),
    startPostgres({ folder: postgresDir }),
  ]);
  const site = await startSite(offset, {
    DATA_DIR: dataDir,
    CLICKHOUSE_URL: events.url,
    DATABASE_URL: postgres.url("postgres"),
    SECRETS_KEY: randomBytes(32).toString("base64"),
    OWNER_EMAIL: OWNER.email,
    OWNER_PASSWORD: OWNER.password,
  });
  return {
    url: site.url,
    async stop() {
      await site.stop();
      await Promise.all([events.stop(), postgres.stop()]);
      for (const dir of [dataDir, postgresDir]) rmSync(dir, { recursive: true, force: true });
    },
  };
}
