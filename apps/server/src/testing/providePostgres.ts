import type { TestProject } from "vitest/node";
import { startRecords } from "../platform/storage/records/startRecords.ts";
import { startPostgres } from "./startPostgres.ts";
import { migrationsFolder, silent } from "./startTestStores.ts";
import { createTemporaryDir, removeDir } from "./temporaryDir.ts";
import { createDatabase, TEMPLATE_DATABASE, urlOf } from "./testDatabase.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of a PostgreSQL server, which all test files share. Only the project "postgres" has it. */
    postgresUrl: string;
  }
}

/** Vitest's global setup of the project "postgres": starts PostgreSQL. @returns a function that stops it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = createTemporaryDir();
  const server = await startPostgres({ folder });
  const url = server.url("postgres");
  await createDatabase(url, TEMPLATE_DATABASE);
  const databaseUrl = urlOf(url, TEMPLATE_DATABASE);
  const unused = { dataDir: folder, preparedFolder: null };
  const records = await startRecords({ ...unused, databaseUrl, migrationsFolder, log: silent });
  await records.stop();
  project.provide("postgresUrl", url);
  return async () => {
    await server.stop();
    removeDir(folder);
  };
}
