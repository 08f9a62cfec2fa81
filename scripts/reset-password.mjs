import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { checkNode } from "./lib/checkNode.mjs";

checkNode();
const { ensureInstalled } = await import("./lib/install.mjs");
const { ensureBuilt } = await import("./lib/build.mjs");
const { currentBuild, isBuilt } = await import("./lib/builds.mjs");
const { loadEnvironment } = await import("./lib/environment.mjs");

await ensureInstalled();
// Rebuild only if there is no build: a newer one could change the schema of a running server's records.
if (!isBuilt()) await ensureBuilt();
loadEnvironment();
await import(pathToFileURL(join(currentBuild(), "server/resetPassword.js")).href);
