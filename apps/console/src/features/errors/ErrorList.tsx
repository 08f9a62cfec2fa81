import type { ErrorsAnswer } from "@marquee/contract/schema";
import { formatCounted } from "../../shared/format.ts";
import type { RangeName } from "../../shared/range.ts";
import { ErrorEntry } from "./ErrorEntry.tsx";

/** Errors by what they have in common, the most frequent first. */
export function ErrorList({ groups, hasMore, range }: ErrorsAnswer & { range: RangeName }) {
  const now = Date.now();
  return (
    <section>
      <div
        aria-hidden="true"
        className="flex gap-x-4 border-hairline border-b py-2 pl-6 text-right font-medium text-ink-muted text-xs max-lg:hidden"
      >
        <span className="min-w-0 flex-1 text-left">Error</span>
        <span className="w-16">Times</span>
        <span className="w-16">Visitors</span>
        <span className="w-24">First seen</span>
        <span className="w-24">Last seen</span>
      </div>
      <ul>
        {groups.map((group) => (
          <li key={group.fingerprint} className="border-hairline border-b">
            <ErrorEntry group={group} range={range} now={now} />
          </li>
        ))}
      </ul>
      <p role="status" className="mt-4 text-ink-muted text-xs tabular-nums">
        {formatCounted(groups.length, "error")} shown
        {hasMore ? "; there are more: search, or choose a shorter span." : ". There are no more."}
      </p>
    </section>
  );
}
