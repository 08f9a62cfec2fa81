import { join } from "node:path";
import pretty from "pino-pretty";
import { startSiteContent } from "./domains/content/siteContent.ts";
import { readConfig } from "./platform/config/config.ts";
import { createLog } from "./platform/log/createLog.ts";
import { endOnCrash } from "./platform/log/endOnCrash.ts";
import { createDevelopmentSite, type DevelopmentSite } from "./platform/siteBuild/developmentSite.ts";
import { PRODUCT_VERSION } from "./platform/siteBuild/productVersion.ts";
import { startServer } from "./startServer.ts";

const SRC_DIR = import.meta.dirname;
const APPS_DIR = join(SRC_DIR, "../..");

let site: DevelopmentSite | undefined;
const { pages } = await startServer(async () => {
  const config = readConfig(process.env);
  const baseDir = join(APPS_DIR, "../content");
  const contentDir = config.contentDir ?? baseDir;
  const log = endOnCrash(createLog({ level: config.logLevel, to: pretty({ sync: true }) }));
  const siteContent = await startSiteContent({ contentDir, baseDir, log });
  site = await createDevelopmentSite({ appsDir: APPS_DIR, port: config.port, content: siteContent });
  return {
    config,
    log,
    siteContent,
    bundle: site.bundle,
    files: null,
    serverFactory: site.serverFactory,
    eventProcess: {
      entry: join(SRC_DIR, "platform/storage/events/chdb/chdbProcess.ts"),
      execArgv: ["--import", "tsx"],
    },
    ingestProcess: { entry: join(SRC_DIR, "ingest/ingest/ingestProcess.ts"), execArgv: ["--import", "tsx"] },
    version: { version: PRODUCT_VERSION, build: "development" },
    migrationsFolder: join(APPS_DIR, "server/drizzle"),
    preparedFolder: null,
    contentDir,
    baseDir,
  };
});
site?.onChange(() => pages.clear());
