import { formatBytes } from "@marquee/contract";
import { EventStoreError } from "../../errors/eventStoreError.ts";
import type { Migration, MigrationContext, MigrationCost } from "./migrations/migration.types.ts";

type Reader = Pick<MigrationContext, "query">;

/** Measured: what the embedded engine copies on one core of a small machine. */
const ROWS_PER_SECOND = 60_000;
const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The cost of a migration, before it runs. */
export async function findCost(reader: Reader, { statements }: Migration): Promise<MigrationCost> {
  const total = { rows: 0, bytes: 0 };
  for (const statement of statements) {
    if (typeof statement === "string" || !statement.cost) continue;
    const { rows, bytes } = await statement.cost(reader);
    total.rows += rows;
    // Each step frees its space.
    total.bytes = Math.max(total.bytes, bytes);
  }
  return total;
}

/** One line, such as "events by day. It copies 2,000,000 rows, which needs 310 MB meanwhile and takes about 1 minute." */
export function describeCost({ name }: Pick<Migration, "name">, { rows, bytes }: MigrationCost): string {
  if (rows === 0) return `${name}. It takes a moment.`;
  return `${name}. It copies ${rows.toLocaleString("en")} rows, which temporarily needs ${formatBytes(bytes)} and takes ${describeTime(rows / ROWS_PER_SECOND)}.`;
}

/** @throws {EventStoreError} when the copies of a migration would fill the store's disk. */
export async function checkSpace(
  reader: Reader,
  { name }: Pick<Migration, "name">,
  { bytes }: MigrationCost,
): Promise<void> {
  const free = await readFreeSpace(reader);
  if (fits({ bytes }, free)) return;
  throw new EventStoreError(
    `The migration "${name}" of the event store temporarily needs ${formatBytes(bytes)}, and its disk has ${formatBytes(free)} free. Free up space, then start again.`,
    null,
  );
}

export function fits({ bytes }: Pick<MigrationCost, "bytes">, freeSpace: number): boolean {
  return bytes < freeSpace;
}

/** Of the event store's disk, in bytes. */
export async function readFreeSpace({ query }: Reader): Promise<number> {
  const [row] = await query<{ free: number }>(
    "SELECT toFloat64(max(unreserved_space)) AS free FROM system.disks",
  );
  return row?.free ?? Number.POSITIVE_INFINITY;
}

function describeTime(seconds: number): string {
  const about = (count: number, unit: string) => `about ${count} ${unit}${count === 1 ? "" : "s"}`;
  if (seconds < MINUTE) return about(Math.ceil(seconds), "second");
  if (seconds < HOUR) return about(Math.ceil(seconds / MINUTE), "minute");
  return about(Math.ceil(seconds / HOUR), "hour");
}
