import { cutText, LEAD_KINDS, LEAD_STATUSES } from "@marquee/contract";
import type { LeadSearch } from "@marquee/contract/schema";

export type LeadFilters = Omit<LeadSearch, "from" | "to" | "before">;

const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;
const ID = /^(?:none|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const MAX_TEXT_LENGTH = 200;

/** Filters of the URL. A value that the server would reject is ignored. */
export function readLeadFilters(given: Readonly<Record<keyof LeadFilters, string>>): LeadFilters {
  const show = oneOf(["unread", "spam"], given.show);
  const status = oneOf(LEAD_STATUSES, given.status);
  const kind = oneOf(LEAD_KINDS, given.kind);
  const delivery = oneOf(DELIVERY_STATES, given.delivery);
  const text = cutText(given.text.trim(), MAX_TEXT_LENGTH);
  return {
    ...(show && { show }),
    ...(status && { status }),
    ...(kind && { kind }),
    ...(delivery && { delivery }),
    ...(ID.test(given.owner) && { owner: given.owner }),
    ...(text && { text }),
  };
}

function oneOf<const Value extends string>(values: readonly Value[], text: string): Value | undefined {
  return values.find((value) => value === text);
}
