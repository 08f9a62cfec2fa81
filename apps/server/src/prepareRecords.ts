// Part of the build: puts the database that new data folders start with into `dist/records`.
import { join } from "node:path";
import { copyRecords } from "./storage/records/recordsTemplate.ts";

const SERVER = join(import.meta.dirname, "..");

await copyRecords(join(SERVER, "dist"), join(SERVER, "drizzle"));
