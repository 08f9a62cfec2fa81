import { checkNode } from "./lib/checkNode.mjs";

checkNode();
const { ensureInstalled } = await import("./lib/install.mjs");
const { subsetFonts } = await import("./lib/fonts.mjs");
const { loadEnvironment } = await import("./lib/environment.mjs");
const { bin, runOrExit } = await import("./lib/run.mjs");

await ensureInstalled();
await subsetFonts();
loadEnvironment();
await runOrExit(bin("tsx"), [
  "watch",
  "--clear-screen=false",
  "--exclude",
  "apps/site/**",
  "--exclude",
  "apps/console/**",
  "apps/server/src/dev.ts",
]);
