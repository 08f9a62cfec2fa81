import { ONE_SECOND } from "@marquee/contract";
import type { Span } from "../platform/storage/events/queries/sqlParts.ts";

/** A screen's query about the site of `startConsole`, from one time to another. Both are whole seconds. */
export function queryWithin({ from, to, ...fields }: Span & Record<string, unknown>) {
  const iso = (at: number) => new Date(at).toISOString();
  return { site_id: "127.0.0.1:3000", date_range: [iso(from), iso(to - ONE_SECOND)], ...fields };
}
