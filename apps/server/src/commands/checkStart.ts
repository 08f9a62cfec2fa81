import { join } from "node:path";
import { explainFailure } from "../explainFailure.ts";
import { readConfig } from "../platform/config/config.ts";
import { createLog } from "../platform/log/createLog.ts";
import { PRODUCT_VERSION } from "../platform/siteBuild/productVersion.ts";
import { restrictUmask } from "../platform/storage/dataDir.ts";
import { describeUpgrade } from "../platform/storage/describeUpgrade.ts";
import { findUpgrade } from "../platform/storage/findUpgrade.ts";

const BUILD_DIR = join(import.meta.dirname, "..");

/** `npm start -- --check`: reports what a start would change, and whether it would succeed. */
async function main(): Promise<void> {
  const upgrade = await findUpgrade({
    config: readConfig(process.env),
    eventProcess: { entry: join(BUILD_DIR, "server/chdbProcess.js"), execArgv: [] },
    migrationsFolder: join(BUILD_DIR, "drizzle"),
    log: createLog({ level: "error" }),
  });
  const { lines, isPossible } = describeUpgrade(upgrade);
  console.log(
    [`Marquee ${PRODUCT_VERSION}. The settings are fine. Nothing was changed.`, ...lines].join("\n"),
  );
  if (!isPossible) process.exitCode = 1;
}

restrictUmask();
main().catch((error: unknown) => {
  console.error(explainFailure(error));
  process.exitCode = 1;
});
