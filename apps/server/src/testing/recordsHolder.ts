import { startTestRecords } from "./startTestStores.ts";

/*
 * A process that opens the record store and holds it, for tests that kill it. It ends with its parent at the latest.
 * Fork with: execArgv --import tsx, argument <data folder>. It sends "open" to its parent.
 */
const [, , dataDir = ""] = process.argv;
process.on("disconnect", () => process.exit());
await startTestRecords(dataDir);
process.send?.("open");
