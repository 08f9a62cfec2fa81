import { basename, join } from "node:path";
import { readConfig } from "./config/config.ts";
import { startSiteContent } from "./content/siteContent.ts";
import { createLog } from "./log/createLog.ts";
import { endOnCrash } from "./log/endOnCrash.ts";
import { earlierBuilds, filesOf } from "./siteBuild/builds.ts";
import { PRODUCT_VERSION } from "./siteBuild/productVersion.ts";
import { loadSiteBundle } from "./siteBuild/siteBundle.ts";
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
