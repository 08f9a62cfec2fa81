import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { filesIn } from "../filesIn.ts";
import { copyTemplate, MODULES } from "../storeTemplate.ts";

/** Copies an embedded record store with the current schema into a data folder, unless it has one. */
export function copyRecords(dataDir: string, migrationsFolder: string): Promise<void> {
  return copyTemplate(dataDir, {
    part: "records",
    madeOf: [...filesIn(migrationsFolder), join(MODULES, "@electric-sql/pglite/package.json")],
    async make(made) {
      const client = await PGlite.create(join(made, "records"));
      await migrate(drizzle(client), { migrationsFolder });
      await client.close();
    },
  });
}
