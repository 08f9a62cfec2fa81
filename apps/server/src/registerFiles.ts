import type { FastifyInstance } from "fastify";
import { registerConsoleFiles } from "./console/consoleFiles.ts";
import { registerSnippetFiles } from "./pages/snippet/snippetFiles.ts";
import type { Config } from "./platform/config/config.ts";
import { registerAssets } from "./platform/http/assets.ts";
import type { BuiltFile } from "./platform/http/builtFiles.ts";
import { servedOn } from "./platform/http/hosts.ts";
import type { BrowserFiles, ServedFiles } from "./platform/siteBuild/builds.ts";

interface FilesOptions {
  server: FastifyInstance;
  config: Pick<Config, "publicUrl" | "consoleUrl">;
  files: ServedFiles;
}

/**
 * Registers the built files of the site, the console and the script for other hosts, and those of earlier builds, for tabs that are open.
 * @returns the document of a shared report.
 */
export async function registerFiles({ server, config, files }: FilesOptions): Promise<BuiltFile | null> {
  const { siteDir, consoleDir, snippetDir, earlier = [] } = files;
  const { publicUrl, consoleUrl } = config;
  const earlierDirs = (name: keyof BrowserFiles) => earlier.map((each) => each[name]);
  const assets = (scope: FastifyInstance) => registerAssets(scope, siteDir, earlierDirs("siteDir"));
  await server.register(servedOn("both", assets));
  await registerSnippetFiles(server, snippetDir, earlierDirs("snippetDir"));
  let sharedDocument: BuiltFile | null = null;
  const screens = servedOn("console", async (scope) => {
    const console = { consoleDir, earlierDirs: earlierDirs("consoleDir"), publicUrl, consoleUrl };
    sharedDocument = (await registerConsoleFiles(scope, console)).get("shared.html") ?? null;
  });
  await server.register(screens);
  return sharedDocument;
}
