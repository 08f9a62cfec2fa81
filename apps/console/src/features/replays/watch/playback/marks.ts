import { eventTitle, type Milliseconds, ONE_SECOND, RAGE_WINDOW } from "@marquee/contract";
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
  const recordedEvents = isOnly ? events : events.filter(({ id }) => sent.has(id));
  const clicks = bursts(digests.flatMap((digest) => digest.clicks)).map(({ at, kind, times }) => {
    return { kind, at, times, text: times > 1 ? `${CLICK_TEXTS[kind]}, ${times} times` : CLICK_TEXTS[kind] };
  });
  const hasPages = recordedEvents.some(({ kind }) => kind === "page");
  const pages = hasPages ? [] : digests.flatMap((digest) => digest.pages).map(pageMark);
  const ownMarks = recordedEvents.map(({ kind, at, text }) => ({
    kind,
    at,
    text: kind === "event" ? eventTitle(text) : text,
    times: 1,
  }));
  const all: Omit<Mark, "id">[] = [...ownMarks, ...clicks, ...pages];
  return all.sort((one, other) => one.at - other.at).map((mark, id) => ({ id, ...mark }));
}

/** How far a mark may be from the moment it stands for: a rage click is stored at its last click and shown at its first. */
const NEAR: Milliseconds = 2 * ONE_SECOND;
/** Of several marks at the same distance, the first kind is meant. Plain clicks are no reason to link to a moment. */
const PRIORITY: readonly MarkKind[] = ["error", "rage", "dead", "event", "page"];
const ISSUES: readonly MarkKind[] = ["error", "rage", "dead"];

/**
 * The mark that a link to a moment refers to: the one at that time; otherwise the nearest issue, or else the nearest mark, within two seconds.
 */
export function findMark(marks: readonly Mark[], at: number): Mark | undefined {
  const near = marks.filter((mark) => PRIORITY.includes(mark.kind) && Math.abs(mark.at - at) <= NEAR);
  const group = (mark: Mark) => (mark.at === at ? 0 : ISSUES.includes(mark.kind) ? 1 : 2);
  const compare = (one: Mark, other: Mark) =>
    group(one) - group(other) ||
    Math.abs(one.at - at) - Math.abs(other.at - at) ||
    PRIORITY.indexOf(one.kind) - PRIORITY.indexOf(other.kind);
  return near.sort(compare)[0];
}

/** Merges rage or dead clicks in quick succession into one, at the time of the first. */
function bursts(clicks: readonly SegmentSummary["clicks"][number][]) {
  const merged: { kind: ClickKind; at: number; last: number; times: number }[] = [];
  for (const { at, kind } of clicks.toSorted((one, other) => one.at - other.at)) {
    const before = merged.at(-1);
    if (before?.kind === kind && kind !== "click" && at - before.last <= RAGE_WINDOW) {
      before.times += 1;
      before.last = at;
    } else merged.push({ kind, at, last: at, times: 1 });
  }
  return merged;
}

function pageMark({ at, href }: SegmentSummary["pages"][number]): Omit<Mark, "id"> {
  return { kind: "page", at, times: 1, text: URL.canParse(href) ? new URL(href).pathname : href };
}
