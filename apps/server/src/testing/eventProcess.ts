import { join } from "node:path";

const folder = join(import.meta.dirname, "../../../../node_modules/.cache/marquee");
const file = "chdbProcess.mjs";

/** The embedded event store's process, as `bundleEventProcess` has made it of the source before. */
export const eventProcess = { folder, file, entry: join(folder, file), execArgv: [] };
