import {
  ALL_CONSENT_GROUPS,
  CONSENT_GROUPS,
  CONSENT_TEXT_VERSION,
  ONE_DAY,
  ONE_SECOND,
} from "@marquee/contract";
import type { HashEmail } from "../identities/names.ts";
import type { consentReceipts } from "../storage/records/schema.ts";
import type { DayOptions } from "./day.ts";
import { DEMO_VISITOR, demoId } from "./marks.ts";
import { createRandom } from "./random.ts";
import type { DemoVisit } from "./visit.types.ts";

type Receipt = typeof consentReceipts.$inferInsert;

const { necessary, analytics, functional } = CONSENT_GROUPS;
/** Visitors who take their consent back, for each one who grants it. Where people are asked more often, they decline more often. */
const WITHDRAWN: Record<string, number> = { DE: 0.09, AT: 0.09, FR: 0.08, CH: 0.07, NL: 0.07, GB: 0.05 };
const WITHDRAWN_ELSEWHERE = 0.03;

/** The consent receipts of a day: of its new visitors, and of some whose data was deleted since. */
export function demoReceipts(
  visits: readonly DemoVisit[],
  { day, seed }: DayOptions,
  hashEmail: HashEmail,
): Receipt[] {
  const random = createRandom(seed, -3, Math.floor(day / ONE_DAY));
  return visits.flatMap(({ events: [first] }): Receipt[] => {
    if (first?.bot !== "" || first.anonymous_id.includes("regular")) return [];
    const { anonymous_id: visitorId, country, timestamp } = first;
    const decided = { decidedAt: new Date(timestamp - 3 * ONE_SECOND), receivedAt: new Date(timestamp) };
    const hashOf = (id: string) => hashEmail.ofId(id);
    const shared = { textVersion: CONSENT_TEXT_VERSION, country, ...decided };
    const groups = random.pick([
      [[...ALL_CONSENT_GROUPS], 78],
      [[necessary, analytics, functional], 9],
      [[necessary, analytics], 13],
    ]);
    const granted = { ...shared, id: demoId("receipt", visitorId), visitorHash: hashOf(visitorId), groups };
    if (!random.chance(WITHDRAWN[country] ?? WITHDRAWN_ELSEWHERE)) return [granted];
    const withdrawn = `${DEMO_VISITOR}withdrawn-${visitorId.slice(DEMO_VISITOR.length)}`;
    return [
      granted,
      { ...shared, id: demoId("receipt", withdrawn), visitorHash: hashOf(withdrawn), groups: [necessary] },
    ];
  });
}
