import { basename, join } from "node:path";
import { startSiteContent } from "./domains/content/siteContent.ts";
import { readConfig } from "./platform/config/config.ts";
import { createLog } from "./platform/log/createLog.ts";
import { endOnCrash } from "./platform/log/endOnCrash.ts";
import { earlierBuilds, filesOf } from "./platform/siteBuild/builds.ts";
import { PRODUCT_VERSION } from "./platform/siteBuild/productVersion.ts";
import { loadSiteBundle } from "./platform/siteBuild/siteBundle.ts";
import type { ServerParts } from "./startServer.ts";

/** The parts of a server that runs from a build. @param buildDir a build in `apps/server/dist`; `scripts/lib/builds.mjs` shows what it contains. */
export async function productionParts(buildDir: string): Promise<ServerParts> {
  const serverDir = join(buildDir, "server");
  const config = readConfig(process.env);
  const baseDir = join(buildDir, "../../../..", "content");
  const contentDir = config.contentDir ?? baseDir;
  const log = endOnCrash(createLog({ level: config.logLevel }));
  const siteContent = await startSiteContent({ contentDir, baseDir, log });
  return {
    config,
    log,
    siteContent,
    bundle: await loadSiteBundle(join(buildDir, "site"), siteContent),
    files: { ...filesOf(buildDir), earlier: earlierBuilds(buildDir).map(filesOf) },
    eventProcess: { entry: join(serverDir, "chdbProcess.js"), execArgv: [] },
    ingestProcess: { entry: join(serverDir, "ingestProcess.js"), execArgv: [] },
    version: { version: PRODUCT_VERSION, build: basename(buildDir) },
    migrationsFolder: join(buildDir, "drizzle"),
    preparedFolder: join(serverDir, "prepared"),
    contentDir,
    baseDir,
  };
}
