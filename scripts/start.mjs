import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { checkNode } from "./lib/checkNode.mjs";

checkNode();
const { ensureInstalled } = await import("./lib/install.mjs");
const { ensureBuilt } = await import("./lib/build.mjs");
const { currentBuild, useBuild } = await import("./lib/builds.mjs");
const { loadEnvironment } = await import("./lib/environment.mjs");
const { runOrExit } = await import("./lib/run.mjs");

const { demo: isDemo, check: isCheck } = readArguments();
await ensureInstalled();
await ensureBuilt();
loadEnvironment();
const build = currentBuild();
useBuild(build);
if (isCheck) {
  await runOrExit(process.execPath, [join(build, "server/checkStart.js")]);
  process.exit();
}
// A separate process, because each store has one owner.
if (isDemo) await runOrExit(process.execPath, [join(build, "server/seedDemo.js"), "--if-empty"]);
await import(pathToFileURL(join(build, "server/main.js")).href);

/** Whether the stores are filled with demo data first, or a start is only checked. */
function readArguments() {
  const flag = { type: "boolean", default: false };
  try {
    return parseArgs({ options: { demo: flag, check: flag } }).values;
  } catch (error) {
    console.error(`${error.message}\nnpm start -- [--demo | --check]`);
    return process.exit(1);
  }
}
