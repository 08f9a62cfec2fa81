import { formatMoney } from "@marquee/contract";
import type { LeadSummary } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { formatInstant } from "../../shared/format/format.ts";
import { LeadStatusBadge } from "../../shared/leads/LeadStatusBadge.tsx";
import {
  DESTINATION_NAMES,
  KIND_NAMES,
  STATE_NAMES,
  STATE_TONES,
  STATUS_NAMES,
  touchText,
} from "../../shared/leads/leadTexts.ts";
import type { Column } from "../../shared/table/columns.ts";
import { TextLink } from "../../shared/ui/links.tsx";

/** Only visitors who consented have a last touch; the first one may be older than the stored data. */
const withoutTouch = (last: LeadSummary["lastTouch"]) => (last === null ? "No consent" : "–");

export const LEAD_COLUMNS: readonly Column<LeadSummary>[] = [
  {
    id: "person",
    header: "Person",
    isMain: true,
    cell: ({ id, name, email, company, isUnread }) => (
      <>
        <TextLink href={`/leads/${id}`} className={isUnread ? "font-semibold" : ""}>
          {name || email}
        </TextLink>
        {isUnread && (
          <>
            <span aria-hidden="true" className="ml-2 inline-block size-2 rounded-full bg-accent" />
            <span className="sr-only"> (unread)</span>
          </>
        )}
        <span className="wrap-anywhere block text-ink-muted text-xs">
          {[name && email, company].filter(Boolean).join(" · ")}
        </span>
      </>
    ),
    text: ({ name, email, company }) => [name, email, company].filter(Boolean).join(", "),
  },
  {
    id: "status",
    header: "Status",
    width: "w-24",
    cell: ({ status }) => <LeadStatusBadge status={status} />,
    text: ({ status }) => STATUS_NAMES[status],
  },
  {
    id: "value",
    header: "Value",
    isNumeric: true,
    from: 560,
    width: "w-24",
    cell: ({ value }) => (value === null ? "–" : formatMoney(value)),
    exact: ({ value }) => value,
    unit: "USD",
    folded: ({ value }) => (value === null ? null : formatMoney(value)),
  },
  { id: "form", header: "Form", from: 720, width: "w-20", cell: ({ kind }) => KIND_NAMES[kind] },
  {
    id: "first",
    header: "First touch",
    hint: "Source and campaign of the first stored visit. Needs consent to analytics.",
    from: 1060,
    width: "w-36",
    className: "text-ink-muted",
    cell: ({ firstTouch, lastTouch }) => touchText(firstTouch) || withoutTouch(lastTouch),
    folded: () => null,
  },
  {
    id: "last",
    header: "Last touch",
    hint: "Source and campaign of the visit in which the form was sent. Needs consent to analytics.",
    from: 820,
    width: "w-36",
    className: "text-ink-muted",
    cell: ({ lastTouch }) => touchText(lastTouch) || withoutTouch(lastTouch),
  },
  {
    id: "meeting",
    header: "Meeting",
    from: 1220,
    width: "w-28",
    className: "text-ink-muted tabular-nums",
    cell: ({ meetingAt }) => (meetingAt === null ? "–" : formatInstant(meetingAt)),
    exact: ({ meetingAt }) => meetingAt,
    unit: "time",
    folded: () => null,
  },
  {
    id: "owner",
    header: "Owner",
    from: 940,
    width: "w-24",
    className: "text-ink-muted",
    cell: ({ owner }) => <span className="wrap-anywhere">{owner ? owner.email.split("@")[0] : "–"}</span>,
    text: ({ owner }) => owner?.email ?? "",
    folded: () => null,
  },
  {
    id: "deliveries",
    header: "Deliveries",
    from: 1320,
    width: "w-36",
    cell: ({ deliveries }) => <DeliveryStates deliveries={deliveries} />,
    folded: ({ deliveries }) =>
      deliveries.some(({ state }) => state !== "delivered") ? (
        <DeliveryStates deliveries={deliveries} />
      ) : null,
  },
  {
    id: "sent",
    header: "Sent",
    width: "w-24 sm:w-32",
    className: "text-ink-muted tabular-nums",
    cell: ({ createdAt }) => formatInstant(createdAt),
    exact: ({ createdAt }) => createdAt,
    unit: "time",
  },
];

function DeliveryStates({ deliveries }: Pick<LeadSummary, "deliveries">) {
  if (deliveries.length === 0) return <span className="text-ink-muted">none</span>;
  // Only failed ones are highlighted.
  const delivered = deliveries.filter(({ state }) => state === "delivered");
  const undelivered = deliveries.filter(({ state }) => state !== "delivered");
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {undelivered.map(({ destination, state }) => (
        <Badge key={destination} tone={STATE_TONES[state]}>
          {DESTINATION_NAMES[destination]} {STATE_NAMES[state]}
        </Badge>
      ))}
      {delivered.length > 0 && (
        <span className="text-ink-muted">
          {delivered.map(({ destination }) => DESTINATION_NAMES[destination]).join(", ")}{" "}
          {STATE_NAMES.delivered}
        </span>
      )}
    </span>
  );
}
