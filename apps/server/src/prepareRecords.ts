// Part of the build: puts the database that new data folders start with into the given folder of the built server.
import { join } from "node:path";
import { copyRecords } from "./storage/records/recordsTemplate.ts";

const [serverDir] = process.argv.slice(2);
if (!serverDir) throw new Error("Usage: prepareRecords.ts FOLDER");
await copyRecords(serverDir, join(import.meta.dirname, "../drizzle"));
