import { prepareDataDir } from "../platform/storage/dataDir.ts";

/*
 * Prepares a data folder in a separate process, for tests that run it as another user. Fork with: execArgv --import tsx, argument
 * <data folder>. It sends "ready" or the error message.
 */
const [, , dataDir = ""] = process.argv;
try {
  prepareDataDir(dataDir);
  process.send?.("ready");
} catch (error) {
  process.send?.(String(error));
}
process.disconnect?.();
