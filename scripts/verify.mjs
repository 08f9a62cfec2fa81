import { checkNode } from "./lib/checkNode.mjs";

checkNode();
const { ensureInstalled } = await import("./lib/install.mjs");
const { ensureBuilt } = await import("./lib/build.mjs");
const { failedChecks } = await import("./lib/verify.mjs");

await ensureInstalled();
const failed = await failedChecks(ensureBuilt);
if (failed.length > 0) console.error(`verify failed: ${failed.join("; ")}`);
process.exit(failed.length > 0 ? 1 : 0);
