import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { textList, textListParam } from "../../../../platform/storage/events/queries/sqlParts.ts";

/** Filters page versions to those that a stored recording, click or scroll refers to. */
export async function queryReferencedVersions(
  store: Pick<EventStore, "query">,
  versions: readonly string[],
): Promise<string[]> {
  const ofTable = (table: string) =>
    `SELECT DISTINCT page_version AS version FROM ${table} WHERE page_version IN ${textList("versions")}`;
  const sql = `SELECT DISTINCT version FROM (${ofTable("replay_segments")} UNION ALL ${ofTable("interactions")})`;
  const rows = await store.query<{ version: string }>(sql, { versions: textListParam(versions) });
  return rows.map(({ version }) => version);
}
