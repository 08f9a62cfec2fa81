import { join } from "node:path";
import { pino } from "pino";
import { readConfig } from "./config/config.ts";
import { loadSiteBundle } from "./siteBuild/siteBundle.ts";
import { startServer } from "./startServer.ts";

/** The built server is in `apps/server/dist`; all other paths are relative to it. */
const APPS_DIR = join(import.meta.dirname, "../..");

await startServer(async () => {
  const config = readConfig(process.env);
  const siteDist = join(APPS_DIR, "site/dist");
  return {
    config,
    log: pino({ level: config.logLevel }),
    bundle: await loadSiteBundle(siteDist),
    files: { siteDir: join(siteDist, "client"), consoleDir: join(APPS_DIR, "console/dist") },
    eventProcess: { entry: join(import.meta.dirname, "chdbProcess.js"), execArgv: [] },
    migrationsFolder: join(APPS_DIR, "server/drizzle"),
    contentDir: config.contentDir ?? join(APPS_DIR, "../content"),
  };
});
