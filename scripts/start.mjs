import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { checkNode } from "./lib/checkNode.mjs";

checkNode();
const { ensureInstalled } = await import("./lib/install.mjs");
const { ensureBuilt } = await import("./lib/build.mjs");
const { currentBuild, useBuild } = await import("./lib/builds.mjs");
const { loadEnvironment } = await import("./lib/environment.mjs");

await ensureInstalled();
await ensureBuilt();
loadEnvironment();
const build = currentBuild();
useBuild(build);
await import(pathToFileURL(join(build, "server/main.js")).href);
