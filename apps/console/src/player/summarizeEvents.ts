import { ONE_SECOND, RAGE_CLICK_COUNT, RAGE_WINDOW } from "@marquee/contract";
import type { ClickKind, SegmentSummary } from "./protocol.ts";
import { EVENT, INTERACTION, isFields, type RecordedEvent, SOURCE, USER_ACTIVITY } from "./recorded.types.ts";

/** Event sources that count as a response to a click. */
const ANSWERS: ReadonlySet<unknown> = new Set([
  SOURCE.mutation,
  SOURCE.scroll,
  SOURCE.input,
  SOURCE.selection,
]);

/** Tags of marks that the recorder makes for events the browser sent. */
const MARKS: ReadonlySet<unknown> = new Set(["event", "error"]);

interface Click {
  at: number;
  target: unknown;
  place: number;
}

/**
 * Summarizes a segment's events.
 * @param events sorted by time.
 * @param isQuiet whether a click on the element may have no effect on the page.
 */
export function summarizeEvents(
  events: readonly RecordedEvent[],
  isQuiet: (id: unknown) => boolean,
): SegmentSummary {
  const clicks: Click[] = [];
  const seconds = new Set<number>();
  const pages: SegmentSummary["pages"] = [];
  const messages: string[] = [];
  events.forEach((event, place) => {
    const { timestamp: at, data } = event;
    if (isActive(event)) seconds.add(Math.floor(at / ONE_SECOND) * ONE_SECOND);
    if (isClick(event)) clicks.push({ at, target: data.id, place });
    const href = addressOf(event);
    if (href) pages.push({ at, href });
    const message = messageOf(event);
    if (message) messages.push(message);
  });
  const rage = findRageClicks(clicks);
  const answers = nextResponses(events);
  const last = events.at(-1)?.timestamp ?? 0;
  const isAnswered = ({ at, place }: Click) => {
    // The segment ends too early to decide.
    if (last - at < ONE_SECOND) return true;
    return (answers[place + 1] ?? Number.POSITIVE_INFINITY) - at <= ONE_SECOND;
  };
  const kindOf = (click: Click): ClickKind => {
    if (rage.has(click)) return "rage";
    return isQuiet(click.target) || isAnswered(click) ? "click" : "dead";
  };
  return {
    activity: [...seconds].sort((one, other) => one - other),
    clicks: clicks.map((click) => ({ at: click.at, kind: kindOf(click) })),
    pages,
    messages,
  };
}

/** ID of the event that the recorder marked; null for any other recorded event. */
function messageOf({ type, data }: RecordedEvent): string | null {
  if (type !== EVENT.custom || !MARKS.has(data.tag) || !isFields(data.payload)) return null;
  const { messageId } = data.payload;
  return typeof messageId === "string" ? messageId : null;
}

/** URL of the document, or of a later page within it; null if the event has none. */
function addressOf({ type, data }: RecordedEvent): string | null {
  const isPage = type === EVENT.custom && data.tag === "page";
  const payload = isPage && isFields(data.payload) ? data.payload : {};
  const address = type === EVENT.meta ? data.href : payload.pageUrl;
  return typeof address === "string" ? address : null;
}

function isActive({ type, data }: RecordedEvent): boolean {
  return type === EVENT.meta || (type === EVENT.incremental && USER_ACTIVITY.has(data.source));
}

function isClick({ type, data }: RecordedEvent): boolean {
  const isInteraction = type === EVENT.incremental && data.source === SOURCE.mouseInteraction;
  return isInteraction && data.type === INTERACTION.click;
}

/** Clicks that are part of a rage click: enough clicks on one element within the time window. */
function findRageClicks(clicks: readonly Click[]): Set<Click> {
  const byTarget = new Map<unknown, Click[]>();
  for (const click of clicks) {
    const same = byTarget.get(click.target) ?? [];
    byTarget.set(click.target, same);
    same.push(click);
  }
  const rageClicks = new Set<Click>();
  for (const same of byTarget.values())
    same.forEach((first, start) => {
      const burst = same.slice(start, start + RAGE_CLICK_COUNT);
      const last = burst[RAGE_CLICK_COUNT - 1];
      if (last && last.at - first.at <= RAGE_WINDOW) for (const click of burst) rageClicks.add(click);
    });
  return rageClicks;
}

/**
 * For each index, the time of the next response from that event on: a change, scroll, input, selection, focus or navigation; infinity if there is
 * none.
 */
function nextResponses(events: readonly RecordedEvent[]): number[] {
  const answers: number[] = new Array(events.length);
  let next = Number.POSITIVE_INFINITY;
  for (let place = events.length - 1; place >= 0; place -= 1) {
    const event = events[place];
    if (event && isResponse(event)) next = event.timestamp;
    answers[place] = next;
  }
  return answers;
}

function isResponse({ type, data }: RecordedEvent): boolean {
  if (type !== EVENT.incremental) return type === EVENT.meta || type === EVENT.fullSnapshot;
  return (
    ANSWERS.has(data.source) || (data.source === SOURCE.mouseInteraction && data.type === INTERACTION.focus)
  );
}
