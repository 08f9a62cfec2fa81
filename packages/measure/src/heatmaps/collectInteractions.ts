import { type ClickRecord, parseUrl, type ScrollRecord, type Timestamp } from "@marquee/contract";
import { listen } from "../browser/listen.ts";
import { monitor } from "../browser/monitor.ts";
import type { FilterAddress } from "../privacy/filterAddress.ts";
import { type ClickFacts, describeClick, type FindBlocked } from "./describeClick.ts";
import { type ClassifiedClick, createClickClassifier, watchActivity } from "./judgeClicks.ts";
import { createClickGroups, type SendInteractions } from "./sendInteractions.ts";
import { type ShownPage, trackScroll } from "./trackScroll.ts";

/** Maximum time, in milliseconds, between a click on a label and the browser's own click on its input. */
const AT_ONCE = 50;

const INPUTS =
  "input, textarea, select, option, label, summary, video, audio, iframe, object, [contenteditable]";

interface CollectOptions {
  filterAddress: FilterAddress;
  findBlocked: FindBlocked;
  page: () => ShownPage;
  /** Page version of `path`; empty if unknown. */
  versionOf: (path: string) => string;
  /** Session ID, or null if the session is not sampled. */
  sampledSession: () => number | null;
  send: SendInteractions;
  now: () => Timestamp;
}

export interface InteractionCollector {
  pageShown(): void;
  /** Sends classified clicks and pending scroll records. */
  sendJudged(): void;
  /** Sends everything, including unclassified clicks, because the page may be about to end. */
  sendAll(): void;
  stop(): void;
}

interface SeenClick extends ClassifiedClick {
  sessionId: number;
  facts: ClickFacts;
  path: string;
}

export function collectInteractions(options: CollectOptions): InteractionCollector {
  const { page, versionOf, sampledSession, send, now } = options;
  const groups = createClickGroups();
  const activity = watchActivity(() => judge.active());
  const judge = createClickClassifier<SeenClick>({
    onJudged({ sessionId, facts, path }, frustration) {
      const click = { ...facts, pageVersion: versionOf(path) };
      groups.add(sessionId, frustration ? { ...click, frustration } : click);
    },
    onWaiting: activity.follow,
  });
  const scroll = trackScroll(options);
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
    judge.add({ at, element, x, y, mayBeDead: isExpectedToRespond(element), sessionId, facts, path });
  });
  // Capture phase, so that page handlers that stop propagation do not hide clicks.
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

/** @returns null for synthetic clicks and for keyboard clicks, which have no position. */
function clickedElementOf(event: MouseEvent): Element | null {
  const isPointed = event.isTrusted && event.detail > 0;
  return isPointed && event.target instanceof Element ? event.target : null;
}

/** Whether a click on the element should have a visible effect. Excludes inputs, downloads and links to other origins or windows. */
function isExpectedToRespond(element: Element): boolean {
  if (element.closest(INPUTS)) return false;
  const link = element.closest("a[href]");
  if (!(link instanceof HTMLAnchorElement)) return true;
  const isHere = parseUrl(link.href)?.origin === location.origin;
  return isHere && !link.hasAttribute("download") && (link.target === "" || link.target === "_self");
}

/**
 * Detects the extra click that browsers dispatch on an input after a click on its label; the visitor clicked once
 * (https://html.spec.whatwg.org/multipage/forms.html#the-label-element).
 * @returns a function that must receive every click and returns true for the extra ones.
 */
function createLabelFilter(): (event: MouseEvent) => boolean {
  let last: { target: EventTarget | null; timeStamp: number } | undefined;
  return ({ target, timeStamp }) => {
    const before = last;
    last = { target, timeStamp };
    if (!before || !(before.target instanceof Node) || timeStamp - before.timeStamp > AT_ONCE) return false;
    const clicked = before.target;
    return labelsOf(target).some((label) => label.contains(clicked) && target !== clicked);
  };
}

function labelsOf(target: EventTarget | null): Node[] {
  const isLabelled = target instanceof HTMLElement && "labels" in target;
  return isLabelled && target.labels instanceof NodeList ? [...target.labels] : [];
}
