import { checkNode } from "./lib/checkNode.mjs";

checkNode();
const { ensureInstalled } = await import("./lib/install.mjs");
const { ensureBuilt } = await import("./lib/build.mjs");
const { loadEnvironment } = await import("./lib/environment.mjs");

await ensureInstalled();
await ensureBuilt();
loadEnvironment();
await import("../apps/server/dist/resetPassword.js");
