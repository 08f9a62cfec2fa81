import { cutText, LEAD_KINDS, LEAD_STATUSES } from "@marquee/contract";
import type { LeadSearch } from "@marquee/contract/schema";

export type LeadFilters = Omit<LeadSearch, "from" | "to" | "before">;

const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;
const ID = /^(?:none|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const MAX_TEXT_LENGTH = 200;

/** Filters of the URL. A value that the server would reject is ignored. */
export function readLeadFilters(params: Readonly<Record<keyof LeadFilters, string>>): LeadFilters {
  const show = oneOf(["unread", "spam"], params.show);
  const status = oneOf(LEAD_STATUSES, params.status);
  const kind = oneOf(LEAD_KINDS, params.kind);
  const delivery = oneOf(DELIVERY_STATES, params.delivery);
  const text = cutText(params.text.trim(), MAX_TEXT_LENGTH);
  return {
    ...(show && { show }),
    ...(status && { status }),
    ...(kind && { kind }),
    ...(delivery && { delivery }),
    ...(ID.test(params.owner) && { owner: params.owner }),
    ...(text && { text }),
  };
}

function oneOf<const Value extends string>(values: readonly Value[], text: string): Value | undefined {
  return values.find((value) => value === text);
}
