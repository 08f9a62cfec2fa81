import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { checkNode } from "./checkNode.mjs";

/**
 * Runs a command of the server, which works on the server's stores.
 * @param name of its file in the build.
 */
export async function runCommand(name) {
  checkNode();
  const { ensureInstalled } = await import("./install.mjs");
  const { ensureBuilt } = await import("./build.mjs");
  const { currentBuild, isBuilt } = await import("./builds.mjs");
  const { loadEnvironment } = await import("./environment.mjs");

  await ensureInstalled();
  // Rebuild only if there is no build: a newer one could change the schema of the stores.
  if (!isBuilt()) await ensureBuilt();
  loadEnvironment();
  await import(pathToFileURL(join(currentBuild(), `server/${name}.js`)).href);
}
