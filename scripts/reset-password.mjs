import { checkNode } from "./lib/checkNode.mjs";

checkNode();
const { ensureInstalled } = await import("./lib/install.mjs");
const { ensureBuilt, isBuilt } = await import("./lib/build.mjs");
const { loadEnvironment } = await import("./lib/environment.mjs");

await ensureInstalled();
// Rebuild only if there is no build: a new build would remove the files of a running server.
if (!isBuilt()) await ensureBuilt();
loadEnvironment();
await import("../apps/server/dist/resetPassword.js");
