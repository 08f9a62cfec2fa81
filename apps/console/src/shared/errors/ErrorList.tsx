import type { ErrorGroup } from "@marquee/contract/schema";
import type { ReactNode } from "react";
import { capitalize, formatCounted } from "../format.ts";
import { useOpened } from "../useOpened.ts";
import { ErrorEntry } from "./ErrorEntry.tsx";

/** As much of a group of errors as its row shows. */
export type ListedError = Pick<
  ErrorGroup,
  "fingerprint" | "message" | "frame" | "source" | "count" | "trend" | "firstSeen" | "lastSeen"
>;

/** To whom an error happened: to how many of what. */
export interface Affected<Group> {
  /** In the singular. */
  noun: "visitor" | "session";
  count: (group: Group) => number;
}

interface ErrorListProps<Group extends ListedError> {
  groups: readonly Group[];
  hasMore: boolean;
  affected: Affected<Group>;
  /** What a row opens to. */
  details: (group: Group) => ReactNode;
}

/** Errors by what they have in common, the most frequent first. The one that is open is in the address. */
export function ErrorList<Group extends ListedError>(props: ErrorListProps<Group>) {
  const { groups, hasMore, affected, details } = props;
  const now = Date.now();
  const [opened, open] = useOpened();
  return (
    <section>
      <div
        aria-hidden="true"
        className="flex gap-x-4 border-hairline border-b py-2 pl-6 text-right font-medium text-ink-muted text-xs max-lg:hidden"
      >
        <span className="min-w-0 flex-1 text-left">Error</span>
        <span className="w-28 text-left">Trend</span>
        <span className="w-16">Times</span>
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
      <p role="status" className="mt-4 text-ink-muted text-xs tabular-nums">
        {formatCounted(groups.length, "error")} shown
        {hasMore ? "; there are more: narrow them, or choose a shorter span." : ". There are no more."}
      </p>
    </section>
  );
}
