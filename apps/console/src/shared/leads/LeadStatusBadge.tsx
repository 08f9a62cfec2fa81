import type { LeadStatus } from "@marquee/contract";
import { Badge } from "@marquee/ui";
import { STATUS_NAMES, STATUS_TONES } from "./leadTexts.ts";

export function LeadStatusBadge({ status }: { status: LeadStatus }) {
  return <Badge tone={STATUS_TONES[status]}>{STATUS_NAMES[status]}</Badge>;
}
