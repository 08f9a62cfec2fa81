import { checkNode } from "./lib/checkNode.mjs";

checkNode();
const { ensureInstalled } = await import("./lib/install.mjs");
const { ensureBuilt, isBuilt } = await import("./lib/build.mjs");
const { loadEnvironment } = await import("./lib/environment.mjs");

await ensureInstalled();
// A server that runs meanwhile would lose its files to a new build.
if (!isBuilt()) await ensureBuilt();
loadEnvironment();
await import("../apps/server/dist/resetPassword.js");
