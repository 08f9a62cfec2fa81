// Part of the build: creates the initial stores of new data folders, using the built event store process.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../platform/config/config.ts";
import { siteOf } from "../platform/config/siteOf.ts";
import { createLog } from "../platform/log/createLog.ts";
import { startEventStore } from "../platform/storage/events/eventStore.ts";
import { copyEvents } from "../platform/storage/events/eventsTemplate.ts";
import { copyRecords } from "../platform/storage/records/recordsTemplate.ts";

/** PostgreSQL's default is 128 MB, which fills up at start and is more than most sites' records need. */
const CACHE = "shared_buffers = 32MB\n";

const [folder, processEntry] = process.argv.slice(2);
if (!folder || !processEntry) throw new Error("Usage: prepareStores.ts FOLDER EVENT_PROCESS");
const config = readConfig({});
await copyRecords(folder, join(import.meta.dirname, "../../drizzle"));
appendFileSync(join(folder, "records/postgresql.auto.conf"), CACHE);
await copyEvents(folder, (dataDir) =>
  startEventStore({
    ...config,
    dataDir,
    clickhouseUrl: null,
    site: siteOf(config),
    processEntry,
    execArgv: [],
    log: createLog({ level: "error" }),
  }),
);
