import { checkNode } from "./lib/checkNode.mjs";

checkNode();
const { ensureInstalled } = await import("./lib/install.mjs");
const { ensureBuilt } = await import("./lib/build.mjs");
const { verify } = await import("./lib/verify.mjs");

await ensureInstalled();
await ensureBuilt();
await verify();
