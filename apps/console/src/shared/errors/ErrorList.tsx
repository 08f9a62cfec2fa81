import type { ErrorGroup } from "@marquee/contract/schema";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useOpenEntry } from "../address/useFilters.ts";
import { Sparkline } from "../charts/Sparkline.tsx";
import { capitalize, formatAgo, formatCount, formatCounted } from "../format/format.ts";
import { ShownCount } from "../query/LoadMore.tsx";
import { locationText } from "./errorTexts.ts";

interface ErrorEntryProps<Group extends ListedError> {
  group: Group;
  affected: Affected<Group>;
  details: (group: Group) => ReactNode;
  now: number;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** The fields of an error group that its row shows. */
export type ListedError = Pick<
  ErrorGroup,
  "fingerprint" | "message" | "frame" | "source" | "count" | "trend" | "firstSeen" | "lastSeen"
>;

/** Who is affected by an error: a noun and how to count it. */
export interface Affected<Group> {
  /** In the singular. */
  noun: "visitor" | "session";
  count: (group: Group) => number;
}

interface ErrorListProps<Group extends ListedError> {
  groups: readonly Group[];
  hasMore: boolean;
  affected: Affected<Group>;
  /** Content of the expanded row. */
  details: (group: Group) => ReactNode;
}

/** Error groups in the server's order, most frequent first. The expanded one is in the URL. */
export function ErrorList<Group extends ListedError>(props: ErrorListProps<Group>) {
  const { groups, hasMore, affected, details } = props;
  const now = Date.now();
  const [opened, open] = useOpenEntry();
  return (
    <section>
      <div
        aria-hidden="true"
        className="flex gap-x-4 border-hairline border-b py-2 pl-6 text-right font-medium text-ink-muted text-xs max-lg:hidden"
      >
        <span className="min-w-0 flex-1 text-left">Error</span>
        <span className="w-28 text-left">Trend</span>
        <span className="w-16">Count</span>
        <span className="w-16">{capitalize(affected.noun)}s</span>
        <span className="w-24">First seen</span>
        <span className="w-24">Last seen</span>
      </div>
      <ul>
        {groups.map((group) => (
          <li key={group.fingerprint} className="border-hairline border-b">
            <ErrorEntry
              {...{ group, affected, details, now }}
              isOpen={group.fingerprint === opened}
              onOpen={(isOpen) => open(isOpen ? group.fingerprint : "")}
            />
          </li>
        ))}
      </ul>
      <div className="mt-4">
        <ShownCount
          shown={groups.length}
          noun="error"
          more={hasMore ? ": filter the list or choose a shorter date range" : null}
        />
      </div>
    </section>
  );
}

/** One error group. It expands to its details. */
function ErrorEntry<Group extends ListedError>({
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
  // If a link opened it, it may be far down the list.
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
          <code className="wrap-anywhere block text-ink-muted text-xs">{locationText(group)}</code>
        </span>
        <span className="text-ink-muted text-xs tabular-nums lg:hidden">
          {formatCounted(count, "time")}, {formatCounted(many, noun)}, first {seen(firstSeen)}, last{" "}
          {seen(lastSeen)}
        </span>
        <Sparkline
          values={trend}
          label="Occurrences in this date range"
          className="h-6 w-28 self-center text-clay"
        />
        <Cell label="occurrences" width="w-16">
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
