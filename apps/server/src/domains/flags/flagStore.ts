import type { FlagDefinition } from "@marquee/contract";
import { sql } from "drizzle-orm";
import { flags } from "../../platform/storage/records/schema.ts";
import type { Reader } from "../../platform/versioned/statements.ts";
import { versionedRecord } from "../../platform/versioned/versionedRecord.ts";
import type { Author } from "../../platform/versioned/versionedRecord.types.ts";

/** A flag saved in the console. */
export type StoredFlag = typeof flags.$inferSelect;

interface FlagAuthor extends Author {
  /** Definition of a flag that was never saved, such as a built-in one's; null for a new flag. */
  builtIn: FlagDefinition | null;
}

/** Flags saved in the console. They are in effect once `Flags.announce` is called. */
export const flagStore = versionedRecord({
  entity: "flag",
  noun: "this flag",
  missing: "This flag no longer exists. Reload the page.",
  table: flags,
  key: "key",
  columnsOf: (definition: FlagDefinition) => ({ definition }),
  definitionOf: ({ definition }) => definition,
  stateOf: (row) => row,
  untouched: (_key, { builtIn }: FlagAuthor) => builtIn,
  end: {
    action: "archived",
    flag: "isArchived",
    isEnded: sql`(${flags.definition} ->> 'isArchived')::boolean`,
  },
});

export async function readFlags(db: Reader): Promise<StoredFlag[]> {
  return (await flagStore.list(db)).states;
}
