import { checkNode } from "./lib/checkNode.mjs";

checkNode();
const { ensureInstalled } = await import("./lib/install.mjs");
const { build } = await import("./lib/build.mjs");

await ensureInstalled();
await build();
