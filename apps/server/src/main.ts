import { join } from "node:path";
import { pino } from "pino";
import { readConfig } from "./config/config.ts";
import { startSiteContent } from "./content/siteContent.ts";
import { earlierBuilds, filesOf } from "./siteBuild/builds.ts";
import { loadSiteBundle } from "./siteBuild/siteBundle.ts";
import { startServer } from "./startServer.ts";

/** This file is in the folder `server` of a build in `apps/server/dist`; `scripts/lib/builds.mjs` shows the others. */
const BUILD_DIR = join(import.meta.dirname, "..");
const ROOT_DIR = join(BUILD_DIR, "../../../..");

await startServer(async () => {
  const config = readConfig(process.env);
  const baseDir = join(ROOT_DIR, "content");
  const contentDir = config.contentDir ?? baseDir;
  const log = pino({ level: config.logLevel });
  const siteContent = await startSiteContent({ contentDir, baseDir, log });
  return {
    config,
    log,
    siteContent,
    bundle: await loadSiteBundle(join(BUILD_DIR, "site"), siteContent),
    files: { ...filesOf(BUILD_DIR), earlier: earlierBuilds(BUILD_DIR).map(filesOf) },
    eventProcess: { entry: join(import.meta.dirname, "chdbProcess.js"), execArgv: [] },
    ingestProcess: { entry: join(import.meta.dirname, "ingestProcess.js"), execArgv: [] },
    migrationsFolder: join(BUILD_DIR, "drizzle"),
    preparedFolder: join(import.meta.dirname, "records"),
    contentDir,
    baseDir,
  };
});
