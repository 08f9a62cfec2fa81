import { prepareDataDir } from "../storage/dataDir.ts";

/*
 * Prepares a data folder in a process of its own, for tests that run it as another user. Fork with: execArgv
 * --import tsx, argument <data folder>. It sends what went wrong, or "ready".
 */
const [, , dataDir = ""] = process.argv;
try {
  prepareDataDir(dataDir);
  process.send?.("ready");
} catch (error) {
  process.send?.(String(error));
}
process.disconnect?.();
