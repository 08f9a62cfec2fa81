import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { checkNode } from "./lib/checkNode.mjs";

checkNode();
const { ensureInstalled } = await import("./lib/install.mjs");
const { ensureBuilt } = await import("./lib/build.mjs");
const { currentBuild } = await import("./lib/builds.mjs");
const { loadEnvironment } = await import("./lib/environment.mjs");

await ensureInstalled();
await ensureBuilt();
loadEnvironment();
await import(pathToFileURL(join(currentBuild(), "server/seedDemo.js")).href);
