import { type ClickRecord, parseUrl, type ScrollRecord, type Timestamp } from "@marquee/contract";
import { listen } from "../browser/listen.ts";
import { monitor } from "../browser/monitor.ts";
import type { FilterAddress } from "../privacy/filterAddress.ts";
import { type ClickFacts, describeClick, type FindBlocked } from "./describeClick.ts";
import { type ClassifiedClick, createClickClassifier, watchActivity } from "./judgeClicks.ts";
import { createClickGroups, type SendInteractions } from "./sendInteractions.ts";
import { type ShownPage, trackScroll } from "./trackScroll.ts";

/** The browser's own click on an input follows at once, in milliseconds. */
const AT_ONCE = 50;

const INPUTS =
  "input, textarea, select, option, label, summary, video, audio, iframe, object, [contenteditable]";

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

/**
 * Whether a click on the element should have a visible effect. Inputs, and links that leave the page, are
 * excluded.
 */
function isExpectedToRespond(element: Element): boolean {
  if (element.closest(INPUTS)) return false;
  const link = element.closest("a[href]");
  if (!(link instanceof HTMLAnchorElement)) return true;
  const isHere = parseUrl(link.href)?.origin === location.origin;
  return isHere && !link.hasAttribute("download") && (link.target === "" || link.target === "_self");
}

/**
 * Tells the clicks that browsers make on an input after one on its label (https://html.spec.whatwg.org/multipage/forms.html#the-label-element):
 * the visitor clicked once. The function it returns is to be shown every click.
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
