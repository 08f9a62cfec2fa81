import { join } from "node:path";
import { pino } from "pino";
import { readConfig } from "./config/config.ts";
import { startSiteContent } from "./content/siteContent.ts";
import { loadSiteBundle } from "./siteBuild/siteBundle.ts";
import { startServer } from "./startServer.ts";

/** The built server is in `apps/server/dist`; all other paths are relative to it. */
const APPS_DIR = join(import.meta.dirname, "../..");

await startServer(async () => {
  const config = readConfig(process.env);
  const siteDist = join(APPS_DIR, "site/dist");
  const baseDir = join(APPS_DIR, "../content");
  const contentDir = config.contentDir ?? baseDir;
  const log = pino({ level: config.logLevel });
  const siteContent = await startSiteContent({ contentDir, baseDir, log });
  return {
    config,
    log,
    siteContent,
    bundle: await loadSiteBundle(siteDist, siteContent),
    files: { siteDir: join(siteDist, "client"), consoleDir: join(APPS_DIR, "console/dist") },
    eventProcess: { entry: join(import.meta.dirname, "chdbProcess.js"), execArgv: [] },
    ingestProcess: { entry: join(import.meta.dirname, "ingestProcess.js"), execArgv: [] },
    migrationsFolder: join(APPS_DIR, "server/drizzle"),
    preparedFolder: join(import.meta.dirname, "records"),
    contentDir,
  };
});
