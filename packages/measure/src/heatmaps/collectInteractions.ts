import type { ClickRecord, ScrollRecord, Timestamp } from "@marquee/contract";
import { listen } from "../browser/listen.ts";
import type { FilterAddress } from "../privacy/filterAddress.ts";
import { monitor } from "../browser/monitor.ts";
import { answersClicks } from "./answersClicks.ts";
import type { FindBlocked } from "./blockedElements.ts";
import { createLabelFilter } from "./createLabelFilter.ts";
import { type ClickFacts, describeClick } from "./describeClick.ts";
import { followActivity } from "./followActivity.ts";
import { followScroll, type ShownPage } from "./followScroll.ts";
import { createClickGroups } from "./groupClicks.ts";
import { createClickJudge, type JudgedClick } from "./judgeClicks.ts";
import type { SendInteractions } from "./sendInteractions.ts";

interface CollectOptions {
  filterAddress: FilterAddress;
  findBlocked: FindBlocked;
  page: () => ShownPage;
  /** Version of the page of this path, as far as it is known. */
  versionOf: (path: string) => string;
  /** Id of the session; null where the sample leaves it out. */
  sampledSession: () => number | null;
  send: SendInteractions;
  now: () => Timestamp;
}

export interface InteractionCollector {
  pageShown(): void;
  /** Sends the clicks that have been judged. */
  sendJudged(): void;
  /** Sends all there is, for when the page may end. */
  sendAll(): void;
  stop(): void;
}

interface SeenClick extends JudgedClick {
  sessionId: number;
  facts: ClickFacts;
  path: string;
}

export function collectInteractions(options: CollectOptions): InteractionCollector {
  const { page, versionOf, sampledSession, send, now } = options;
  const groups = createClickGroups();
  const activity = followActivity(() => judge.active());
  const judge = createClickJudge<SeenClick>({
    onJudged({ sessionId, facts, path }, frustration) {
      const click = { ...facts, pageVersion: versionOf(path) };
      groups.add(sessionId, frustration ? { ...click, frustration } : click);
    },
    onWaiting: activity.follow,
  });
  const scroll = followScroll(options);
  let scrolled: { sessionId: number; record: ScrollRecord }[] = [];

  const isOfLabel = createLabelFilter();
  const onClick = monitor((event: MouseEvent) => {
    const element = isOfLabel(event) ? null : clickedElementOf(event);
    const sessionId = element && sampledSession();
    if (!sessionId) return;
    const at = now();
    const { clientX: x, clientY: y } = event;
    const { pageUrl, path } = page();
    const facts = describeClick(event, element, { pageUrl, timestamp: at }, options);
    judge.add({ at, element, x, y, mayBeDead: answersClicks(element), sessionId, facts, path });
  });
  // While capturing: a handler of the page that stops the event hides no click.
  const stopListening = listen(document, "click", onClick, true);

  const addScroll = (record: ScrollRecord | null) => {
    const sessionId = record && sampledSession();
    if (sessionId) scrolled.push({ sessionId, record });
  };
  const sendJudged = () => {
    const sessions = new Map<number, (ClickRecord | ScrollRecord)[]>(groups.take());
    for (const { sessionId, record } of scrolled)
      sessions.set(sessionId, [...(sessions.get(sessionId) ?? []), record]);
    scrolled = [];
    for (const [sessionId, records] of sessions) send(sessionId, records);
  };
  return {
    pageShown() {
      judge.active();
      addScroll(scroll.pageShown());
    },
    sendJudged,
    sendAll() {
      judge.settle();
      addScroll(scroll.take());
      sendJudged();
    },
    stop() {
      stopListening();
      judge.drop();
      scroll.stop();
    },
  };
}

/** Null for clicks that the page makes itself, and for those of a keyboard, which are at no place. */
function clickedElementOf(event: MouseEvent): Element | null {
  const isPointed = event.isTrusted && event.detail > 0;
  return isPointed && event.target instanceof Element ? event.target : null;
}
