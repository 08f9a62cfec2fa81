import {
  CONSENT_GROUPS,
  CONSENT_TEXT_VERSION,
  type ConsentGroup,
  ONE_MINUTE,
  ONE_SECOND,
  type Timestamp,
} from "@marquee/contract";
import type { consentReceipts } from "../domains/consent/tables.ts";
import type { HashEmail } from "../domains/people/identities/names.ts";
import { declinersPerConsent } from "./audience.ts";
import { DEMO_VISITOR, demoId } from "./marks.ts";
import { createRandom } from "./random.ts";
import type { DayOptions, DemoVisit } from "./visit.types.ts";
import { dayNumber } from "./visitors.ts";

export type Receipt = typeof consentReceipts.$inferInsert;

const { necessary, functional } = CONSENT_GROUPS;
/** Number of visitors who withdraw consent, which deletes their data, for each one who does not. */
const WITHDRAWING = 0.02;

interface Decision {
  /** The basis of the receipt's ID: for a grant, the visitor's ID. */
  name: string;
  country: string;
  at: Timestamp;
  groups: readonly ConsentGroup[];
  /** Hash of the visitor's ID; null for a visitor who was never measured. */
  visitorHash: string | null;
}

export function demoReceipt({ name, at, groups, ...decision }: Decision): Receipt {
  return {
    ...decision,
    id: demoId("receipt", name),
    textVersion: CONSENT_TEXT_VERSION,
    groups: [...groups],
    decidedAt: new Date(at - ONE_SECOND),
    receivedAt: new Date(at),
  };
}

/** The consent receipts of a day: of its new visitors, of visitors who declined, and of visitors whose data was deleted since. */
export function demoReceipts(
  visits: readonly DemoVisit[],
  { day, seed }: Pick<DayOptions, "day" | "seed">,
  hashEmail: Pick<HashEmail, "ofId">,
): Receipt[] {
  const random = createRandom(seed, -3, dayNumber(day));
  return visits.flatMap(({ visitor, startedAt, events: [firstEvent] }): Receipt[] => {
    if (visitor.first !== null || (firstEvent && firstEvent.bot !== "")) return [];
    const { id, groups } = visitor;
    const { country } = visitor.person;
    const minutesBefore = (minutes: number) => startedAt - minutes * ONE_MINUTE;
    const receipts = [
      demoReceipt({ name: id, country, at: startedAt - ONE_SECOND, groups, visitorHash: hashEmail.ofId(id) }),
    ];
    if (random.chance(declinersPerConsent(country)))
      receipts.push(
        demoReceipt({
          name: `declined ${id}`,
          country,
          at: minutesBefore(random.between(1, 60)),
          visitorHash: null,
          groups: random.chance(0.15) ? [necessary, functional] : [necessary],
        }),
      );
    if (random.chance(WITHDRAWING)) {
      const other = `${DEMO_VISITOR}withdrawn-${id.slice(DEMO_VISITOR.length)}`;
      const shared = { country, visitorHash: hashEmail.ofId(other) };
      receipts.push(
        demoReceipt({ ...shared, name: other, at: minutesBefore(random.between(10, 60)), groups }),
        demoReceipt({ ...shared, name: `withdrawn ${other}`, at: minutesBefore(2), groups: [necessary] }),
      );
    }
    return receipts;
  });
}
