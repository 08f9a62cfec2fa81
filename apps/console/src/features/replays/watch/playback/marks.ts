import { eventTitle, RAGE_WINDOW } from "@marquee/contract";
import type { ReplayMark } from "@marquee/contract/schema";
import type { ClickKind, SegmentSummary } from "../../../../player/protocol.ts";

export type MarkKind = ReplayMark["kind"] | ClickKind;

/**
 * A mark on the timeline. `at` is in milliseconds since the epoch from {@link mergeMarks}, and from the start of the track in a recording's facts.
 */
export interface Mark {
  /** Position in the list. */
  id: number;
  kind: MarkKind;
  at: number;
  text: string;
  /** Number of clicks it stands for; otherwise 1. */
  times: number;
}

const CLICK_TEXTS: Record<ClickKind, string> = { click: "Click", rage: "Rage click", dead: "Dead click" };

/**
 * Marks from the session's events and the recording, sorted by time. Page views known from events are not repeated.
 * @param isOnly whether the session has no other track. If so, all events belong to this one; otherwise only those that the recording says it sent.
 */
export function mergeMarks(
  events: readonly ReplayMark[],
  digests: readonly SegmentSummary[],
  isOnly: boolean,
): Mark[] {
  const sent = new Set(digests.flatMap(({ messages }) => messages));
  const own = isOnly ? events : events.filter(({ id }) => sent.has(id));
  const clicks = bursts(digests.flatMap((digest) => digest.clicks)).map(({ at, kind, times }) => {
    return { kind, at, times, text: times > 1 ? `${CLICK_TEXTS[kind]}, ${times} times` : CLICK_TEXTS[kind] };
  });
  const hasPages = own.some(({ kind }) => kind === "page");
  const pages = hasPages ? [] : digests.flatMap((digest) => digest.pages).map(pageMark);
  const ownMarks = own.map(({ kind, at, text }) => ({
    kind,
    at,
    text: kind === "event" ? eventTitle(text) : text,
    times: 1,
  }));
  const all: Omit<Mark, "id">[] = [...ownMarks, ...clicks, ...pages];
  return all.sort((one, other) => one.at - other.at).map((mark, id) => ({ id, ...mark }));
}

/** Merges rage or dead clicks in quick succession into one, at the time of the first. */
function bursts(clicks: readonly SegmentSummary["clicks"][number][]) {
  const found: { kind: ClickKind; at: number; last: number; times: number }[] = [];
  for (const { at, kind } of clicks.toSorted((one, other) => one.at - other.at)) {
    const before = found.at(-1);
    if (before?.kind === kind && kind !== "click" && at - before.last <= RAGE_WINDOW) {
      before.times += 1;
      before.last = at;
    } else found.push({ kind, at, last: at, times: 1 });
  }
  return found;
}

function pageMark({ at, href }: SegmentSummary["pages"][number]): Omit<Mark, "id"> {
  return { kind: "page", at, times: 1, text: URL.canParse(href) ? new URL(href).pathname : href };
}
