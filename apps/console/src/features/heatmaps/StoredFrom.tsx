import type { Timestamp } from "@marquee/contract";
import type { StoredClicks } from "@marquee/contract/schema";
import { formatDay } from "../../shared/format/format.ts";

interface StoredFromProps {
  stored: StoredClicks;
  /** Start of the date range. */
  from: Timestamp;
}

/** Says when a heatmap's clicks begin, if the date range begins earlier. */
export function StoredFrom({ stored, from }: StoredFromProps) {
  const text = storedFromText(stored, from);
  return text && <p className="mt-2 max-w-prose text-ink-muted text-xs">{text}</p>;
}

/** The sentence; null if everything is stored. */
export function storedFromText({ clicksFrom, sessionsFrom }: StoredClicks, from: Timestamp): string | null {
  const isLater = (first: Timestamp | null) =>
    first !== null && formatDay(first) !== formatDay(from) && first > from;
  const ofSessions = sessionsFrom !== null && isLater(sessionsFrom) ? formatDay(sessionsFrom) : null;
  if (clicksFrom !== null && isLater(clicksFrom)) {
    const ofClicks = formatDay(clicksFrom);
    if (ofSessions === null || ofSessions === ofClicks)
      return `Clicks and scroll depths are stored from ${ofClicks} on. Earlier days of the date range have none.`;
    return `Clicks are stored from ${ofClicks} on, and counted by session from ${ofSessions} on.`;
  }
  return (
    ofSessions &&
    `Sessions are counted from ${ofSessions} on, because earlier clicks no longer belong to a visitor.`
  );
}
