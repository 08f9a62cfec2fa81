import { checkNode } from "./lib/checkNode.mjs";

checkNode();
const { ensureInstalled } = await import("./lib/install.mjs");
const { ensureBuilt } = await import("./lib/build.mjs");
const { ensureChromium } = await import("./lib/chromium.mjs");
const { bin, runOrExit } = await import("./lib/run.mjs");

await ensureInstalled();
await ensureBuilt();
const chromium = await ensureChromium();
await runOrExit(bin("tsx"), ["bench/main.ts", ...process.argv.slice(2)], { CHROME_PATH: chromium });
