import { join } from "node:path";
import { filesIn } from "../filesIn.ts";
import { copyTemplate, MODULES } from "../storeTemplate.ts";
import type { EventStore } from "./eventStore.ts";

const EVENTS = import.meta.dirname;

/** Copies an embedded event store with the current schema into a data folder, unless it has one; `start` creates the template. */
export function copyEvents(dataDir: string, start: (dataDir: string) => Promise<EventStore>): Promise<void> {
  return copyTemplate(dataDir, {
    part: "events",
    madeOf: [
      ...filesIn(join(EVENTS, "migrations")),
      join(EVENTS, "migrate.ts"),
      join(EVENTS, "retention.ts"),
      join(MODULES, "chdb/package.json"),
    ],
    make: async (made) => (await start(made)).stop(),
  });
}
