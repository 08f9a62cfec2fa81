import type { ReplayMoment } from "@marquee/contract/schema";

/** URL of a replay that starts shortly before a moment. */
export function replayMomentHref({ id, at }: ReplayMoment): string {
  return `/replays/${encodeURIComponent(id)}?at=${at}`;
}
