import { formatCounted, formatMoney } from "@marquee/contract";
import type { JourneyResponse, LeadResponse } from "@marquee/contract/schema";
import type { ReactNode } from "react";
import { formatInstant } from "../../shared/format/format.ts";
import { KIND_NAMES, STATUS_NAMES } from "../../shared/leads/leadTexts.ts";
import { Skeleton } from "../../shared/ui/states.tsx";

interface LeadPathProps extends Pick<LeadResponse, "lead" | "meetings"> {
  /** Undefined while it loads or if it failed to load. */
  journey: JourneyResponse | undefined;
  isLoading: boolean;
}

const DAY = 86_400_000;

/** The lead's path in one line: source, visits before the form, the form, the meeting, and the value. */
export function LeadPath({ lead, meetings, journey, isLoading }: LeadPathProps) {
  const before = (journey?.visits ?? []).filter(({ startedAt }) => startedAt <= lead.createdAt);
  const first = before.at(-1);
  const meeting = meetings.filter(({ isCanceled }) => !isCanceled).at(-1);
  const days = first ? Math.floor((lead.createdAt - first.startedAt) / DAY) : 0;
  const unknown = isLoading ? (
    <Skeleton className="h-6 w-24" />
  ) : journey === undefined ? (
    "Not loaded"
  ) : lead.hasConsent ? (
    "Not stored"
  ) : (
    "No consent"
  );
  const steps: [name: string, value: ReactNode, detail: string, isReached: boolean][] = [
    [
      "Came from",
      first?.source || unknown,
      first?.campaign || (first ? "No campaign" : ""),
      first !== undefined,
    ],
    [
      "Visits",
      first ? formatCounted(before.length, "visit") : unknown,
      first ? (days === 0 ? "On one day" : `Over ${formatCounted(days + 1, "day")}`) : "",
      first !== undefined,
    ],
    ["Form", KIND_NAMES[lead.kind], formatInstant(lead.createdAt), true],
    [
      "Meeting",
      meeting ? formatInstant(meeting.startsAt) : meetings.length > 0 ? "Canceled" : "None booked",
      lead.meetingUrl && !meeting ? "Booking page was offered" : "",
      meeting !== undefined,
    ],
    [
      "Outcome",
      lead.status === "won" && lead.value !== null ? formatMoney(lead.value) : STATUS_NAMES[lead.status],
      lead.status === "won" && lead.value !== null
        ? "Won"
        : lead.value !== null
          ? formatMoney(lead.value)
          : "No value",
      lead.status === "won",
    ],
  ];
  return (
    <ol
      aria-label="From the first visit to the outcome"
      aria-busy={isLoading}
      className="mt-5 grid gap-y-3 border-hairline border-y py-4 sm:grid-cols-5 sm:gap-x-4"
    >
      {steps.map(([name, value, detail, isReached]) => (
        <li key={name} className="grid grid-cols-[6rem_1fr] items-baseline gap-x-3 sm:block">
          <span className="text-ink-muted text-xs">{name}</span>
          <span className="min-w-0 sm:block">
            <span
              className={`wrap-anywhere block font-display font-semibold text-lg leading-snug tabular-nums ${isReached ? "" : "text-ink-muted"}`}
            >
              {value}
            </span>
            <span className="wrap-anywhere block text-ink-muted text-xs">{detail}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
