import { ERROR_EVENT } from "@marquee/contract";
import type { ErrorGroup } from "@marquee/contract/schema";
import { Link } from "wouter";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { formatInstant } from "../../shared/format.ts";
import type { RangeName } from "../../shared/range.ts";

const LINK = "wrap-anywhere underline decoration-hairline underline-offset-4 hover:decoration-current";

/** Where an error happened, and the stack of its latest event. */
export function ErrorDetails({ group, range }: { group: ErrorGroup; range: RangeName }) {
  const { kinds, firstSeen, lastSeen, pages, stack, browser, messageId } = group;
  const eventsOf = (path: string) =>
    `/events?${new URLSearchParams({ range, type: "track", event: ERROR_EVENT, path })}`;
  return (
    <div className="grid gap-3 pt-1 pb-5 pl-6">
      <p className="text-ink-muted text-xs">
        {[kinds.join(", "), `first ${formatInstant(firstSeen)}`, `last ${formatInstant(lastSeen)}`].join(
          " · ",
        )}
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <span className="text-ink-muted">On</span>
        {pages.map((path) => (
          <Link key={path} href={eventsOf(path)} className={LINK}>
            {path || "an unknown page"}
          </Link>
        ))}
      </p>
      <div>
        <p className="flex flex-wrap items-center justify-between gap-x-4">
          <span>
            <Link href={`/events/${encodeURIComponent(messageId)}`} className={LINK}>
              Latest event
            </Link>
            {browser && <span className="text-ink-muted"> in {browser}</span>}
          </span>
          {stack && <CopyButton text={stack} label="Copy the stack" />}
        </p>
        <pre className="wrap-anywhere mt-1 whitespace-pre-wrap rounded-sm bg-surface-sunken p-3 text-xs leading-relaxed">
          {stack ||
            "The browser told no stack: what was thrown is no Error, or comes from another site's script."}
        </pre>
      </div>
    </div>
  );
}
