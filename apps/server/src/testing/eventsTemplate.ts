import { join } from "node:path";
import type { EventStore } from "../storage/events/eventStore.ts";
import { filesIn } from "../storage/filesIn.ts";
import { copyTemplate, MODULES } from "../storage/storeTemplate.ts";

const EVENTS = join(import.meta.dirname, "../storage/events");

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
