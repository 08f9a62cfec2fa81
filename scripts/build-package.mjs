import { join } from "node:path";
import { checkNode } from "./lib/checkNode.mjs";

checkNode();
const { ensureInstalled } = await import("./lib/install.mjs");
const { buildMeasurePackage } = await import("./lib/measurePackage.mjs");
const { ROOT } = await import("./lib/run.mjs");

// Ready for `npm pack`. It is not published.
await ensureInstalled();
const dir = join(ROOT, "packages/measure/dist");
await buildMeasurePackage(dir);
console.log(`Built ${dir}`);
