import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Sparkline } from "../charts/Sparkline.tsx";
import { formatAgo, formatCount, formatCounted } from "../format.ts";
import type { Affected, ListedError } from "./ErrorList.tsx";
import { placeText } from "./placeText.ts";

interface ErrorEntryProps<Group extends ListedError> {
  group: Group;
  affected: Affected<Group>;
  details: (group: Group) => ReactNode;
  now: number;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** One error with its figures; it opens to where and how it happened. */
export function ErrorEntry<Group extends ListedError>({
  group,
  affected,
  details,
  now,
  isOpen,
  onOpen,
}: ErrorEntryProps<Group>) {
  const { message, count, trend, firstSeen, lastSeen } = group;
  const { noun } = affected;
  const many = affected.count(group);
  const entry = useRef<HTMLDetailsElement>(null);
  const seen = (instant: number) => formatAgo(instant, now);
  // Where a link opened it, it may be far down.
  const [wasOpen] = useState(isOpen);
  useEffect(() => {
    if (wasOpen) entry.current?.scrollIntoView({ block: "nearest" });
  }, [wasOpen]);
  const onToggle = () => {
    const isNowOpen = entry.current?.open ?? isOpen;
    if (isNowOpen !== isOpen) onOpen(isNowOpen);
  };
  return (
    <details ref={entry} className="group" open={isOpen} onToggle={onToggle}>
      <summary className="relative flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5 pl-6 hover:bg-surface-sunken">
        <ChevronRight
          aria-hidden="true"
          className="absolute top-3 left-0.5 size-4 text-ink-muted transition-transform group-open:rotate-90"
        />
        <span className="min-w-0 flex-1 max-lg:basis-full">
          <span className="wrap-anywhere font-medium">{message}</span>
          <code className="wrap-anywhere block text-ink-muted text-xs">{placeText(group)}</code>
        </span>
        <span className="text-ink-muted text-xs tabular-nums lg:hidden">
          {formatCounted(count, "time")}, {formatCounted(many, noun)}, first {seen(firstSeen)}, last{" "}
          {seen(lastSeen)}
        </span>
        <Sparkline
          values={trend}
          label="How often over the span"
          className="h-6 w-28 self-center text-clay"
        />
        <Cell label="times" width="w-16">
          {formatCount(count)}
        </Cell>
        <Cell label={many === 1 ? noun : `${noun}s`} width="w-16">
          {formatCount(many)}
        </Cell>
        <Cell label="first seen" width="w-24">
          {seen(firstSeen)}
        </Cell>
        <Cell label="last seen" width="w-24">
          {seen(lastSeen)}
        </Cell>
      </summary>
      {isOpen && details(group)}
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
