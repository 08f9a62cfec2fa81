import type { ErrorGroup } from "@marquee/contract/schema";
import { ChevronRight } from "lucide-react";
import { formatAgo, formatCount, formatCounted } from "../../shared/format.ts";
import type { RangeName } from "../../shared/range.ts";
import { ErrorDetails } from "./ErrorDetails.tsx";

interface ErrorEntryProps {
  group: ErrorGroup;
  range: RangeName;
  now: number;
}

/** One error with its figures; it opens to where and how it happened. */
export function ErrorEntry({ group, range, now }: ErrorEntryProps) {
  const { message, frame, count, visitors, firstSeen, lastSeen } = group;
  const seen = (instant: number) => formatAgo(instant, now);
  return (
    <details className="group">
      <summary className="relative flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5 pl-6 hover:bg-surface-sunken">
        <ChevronRight
          aria-hidden="true"
          className="absolute top-3 left-0.5 size-4 text-ink-muted transition-transform group-open:rotate-90"
        />
        <span className="min-w-0 flex-1 max-lg:basis-full">
          <span className="wrap-anywhere font-medium">{message}</span>
          <code className="wrap-anywhere block text-ink-muted text-xs">{frame || "place not known"}</code>
        </span>
        <span className="text-ink-muted text-xs tabular-nums lg:hidden">
          {formatCounted(count, "time")}, {formatCounted(visitors, "visitor")}, first {seen(firstSeen)}, last{" "}
          {seen(lastSeen)}
        </span>
        <Cell label="times" width="w-16">
          {formatCount(count)}
        </Cell>
        <Cell label={visitors === 1 ? "visitor" : "visitors"} width="w-16">
          {formatCount(visitors)}
        </Cell>
        <Cell label="first seen" width="w-24">
          {seen(firstSeen)}
        </Cell>
        <Cell label="last seen" width="w-24">
          {seen(lastSeen)}
        </Cell>
      </summary>
      <ErrorDetails group={group} range={range} />
    </details>
  );
}

function Cell({ label, width, children }: { label: string; width: string; children: string }) {
  return (
    <span className={`${width} text-right tabular-nums max-lg:hidden`}>
      {children} <span className="sr-only">{label}</span>
    </span>
  );
}
