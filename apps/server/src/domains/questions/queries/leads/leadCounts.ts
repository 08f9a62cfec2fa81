import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { dateRangeParams, type Span } from "../../../../platform/storage/events/queries/sqlParts.ts";

export const IS_COUNTED_LEAD = "status != 'spam'";

/** Leads that are not spam in a date range. Needs the parameters of {@link dateRangeParams}. */
export const COUNTED_LEADS = `
  FROM leads FINAL
  WHERE timestamp >= fromUnixTimestamp64Milli({from:Int64}) AND timestamp < fromUnixTimestamp64Milli({to:Int64})
    AND ${IS_COUNTED_LEAD}`;

interface LeadCounts {
  leads: number;
  consentedLeads: number;
}

/** All leads, and those that a rate divides by consented visitors: with consent and, as in traffic, not from known customers. */
export async function queryLeadCounts(store: Pick<EventStore, "query">, span: Span): Promise<LeadCounts> {
  const sql = `
    SELECT toUInt32(count()) AS leads, toUInt32(countIf(consented = 1 AND audience != 'customer')) AS consentedLeads
    ${COUNTED_LEADS}`;
  const [row] = await store.query<LeadCounts>(sql, dateRangeParams(span));
  return row ?? { leads: 0, consentedLeads: 0 };
}
