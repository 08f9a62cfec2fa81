import { startTestRecords } from "./startTestStores.ts";

/*
 * Opens the record store and keeps it open, for tests that kill the process. It exits with its parent at the latest. Fork with: execArgv
 * --import tsx, argument <data folder>. It sends "open" to its parent.
 */
const [, , dataDir = ""] = process.argv;
process.on("disconnect", () => process.exit());
await startTestRecords(dataDir);
process.send?.("open");
