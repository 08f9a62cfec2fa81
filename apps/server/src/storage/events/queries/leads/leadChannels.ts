import type { LeadChannel } from "@marquee/contract/schema";
import type { EventStore } from "../../eventStore.ts";
import { dateRangeParams, type Span } from "../sqlParts.ts";
import { COUNTED_LEADS } from "./leadCounts.ts";

/** Leads that are not spam by the channel of their visit, the most frequent first; without consent, the channel is unknown. */
export function queryLeadChannels(store: Pick<EventStore, "query">, span: Span): Promise<LeadChannel[]> {
  const sql = `
    SELECT if(consented = 1, channel, NULL) AS channel, toUInt32(count()) AS leads
    ${COUNTED_LEADS} GROUP BY channel ORDER BY leads DESC, channel`;
  return store.query<LeadChannel>(sql, dateRangeParams(span));
}
