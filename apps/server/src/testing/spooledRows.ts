import type { SpoolEntry } from "../platform/storage/spool/entries.ts";
import type { Spool } from "../platform/storage/spool/spool.ts";

/** The rows of a block. */
export function rowsOf({
  entries,
}: {
  entries: readonly Pick<SpoolEntry, "lines">[];
}): { message_id: string }[] {
  return entries.flatMap(({ lines }) =>
    lines
      .toString()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  );
}

/** The columns of an event that are spooled; those that are empty are left out. */
export function filledColumns(row: object): object {
  const isEmpty = (value: unknown) => value === 0 || value === "" || JSON.stringify(value) === "[]";
  return Object.fromEntries(Object.entries(row).filter(([, value]) => !isEmpty(value)));
}

/** The message IDs of all waiting events. */
export function waitingIds(spool: Pick<Spool, "read">): string[] {
  return rowsOf(spool.read({ rows: 1_000_000 })).map(({ message_id }) => message_id);
}
