import {
  type Frustration,
  type Milliseconds,
  ONE_SECOND,
  RAGE_CLICK_COUNT,
  RAGE_WINDOW,
  type Timestamp,
} from "@marquee/contract";
import { listen } from "../browser/listen.ts";

/** Document events, besides DOM changes, that show that a click had an effect. */
const EVENTS = ["scroll", "focusin", "input", "change", "toggle", "play", "fullscreenchange", "copy"];

const WINDOW_EVENTS = ["popstate", "hashchange", "blur", "beforeunload"];

/** Detects activity on the page. Active only on demand, because watching every DOM change is expensive. */
interface ActivityWatcher {
  follow(isFollowed: boolean): void;
}

/** A click whose effect is still being observed. */
export interface ClassifiedClick {
  at: Timestamp;
  element: unknown;
  /** CSS pixels from the left edge of the viewport; `y` from the top. */
  x: number;
  y: number;
  /** False if a click need not have a visible effect, as on inputs and links that leave the page. */
  mayBeDead: boolean;
}

export interface ClickClassifier<Click extends ClassifiedClick> {
  add(click: Click): void;
  /** Reports activity on the page: waiting clicks are not dead. */
  active(): void;
  /** Classifies all waiting clicks now, none of them as dead, because the page may be about to end. */
  settle(): void;
  /** Discards all waiting clicks. */
  drop(): void;
}

interface ClassifierOptions<Click> {
  onJudged: (click: Click, frustration: Frustration | undefined) => void;
  /** Called when the first click starts to wait and when none waits anymore; activity counts only in between. */
  onWaiting: (isWaiting: boolean) => void;
}

/** A click without any activity for this long is dead. */
const DEAD_AFTER: Milliseconds = ONE_SECOND;
/** Clicks within this distance, in CSS pixels, count as clicks on the same spot. */
const NEAR = 30;

interface Waiting<Click> {
  click: Click;
  isDead: boolean;
  isRage: boolean;
  timer: ReturnType<typeof setTimeout>;
}

/** Classifies rage clicks (three on one spot within a second) and dead clicks (no effect). A click can be only one; rage wins. */
export function createClickClassifier<Click extends ClassifiedClick>(
  options: ClassifierOptions<Click>,
): ClickClassifier<Click> {
  const { onJudged, onWaiting } = options;
  let waiting: Waiting<Click>[] = [];

  const decide = (each: Waiting<Click>) => {
    clearTimeout(each.timer);
    waiting = waiting.filter((other) => other !== each);
    if (waiting.length === 0) onWaiting(false);
    onJudged(each.click, frustrationOf(each));
  };
  return {
    add(click) {
      const together = waiting.filter((other) => isSameSpot(other.click, click));
      const isRage = together.length + 1 >= RAGE_CLICK_COUNT || together.some((other) => other.isRage);
      if (isRage) for (const other of together) other.isRage = true;
      const each: Waiting<Click> = {
        click,
        isDead: click.mayBeDead,
        isRage,
        timer: setTimeout(() => decide(each), Math.max(DEAD_AFTER, RAGE_WINDOW)),
      };
      if (waiting.length === 0) onWaiting(true);
      waiting.push(each);
    },
    active() {
      for (const each of waiting) each.isDead = false;
    },
    settle() {
      for (const each of [...waiting]) {
        each.isDead = false;
        decide(each);
      }
    },
    drop() {
      for (const { timer } of waiting) clearTimeout(timer);
      waiting = [];
      onWaiting(false);
    },
  };
}

function isSameSpot(one: ClassifiedClick, other: ClassifiedClick): boolean {
  const isNear = Math.hypot(one.x - other.x, one.y - other.y) <= NEAR;
  return (one.element === other.element || isNear) && other.at - one.at <= RAGE_WINDOW;
}

function frustrationOf({ isRage, isDead }: Waiting<ClassifiedClick>): Frustration | undefined {
  if (isRage) return "rage";
  return isDead ? "dead" : undefined;
}

export function watchActivity(onActivity: () => void): ActivityWatcher {
  const mutations = new MutationObserver(onActivity);
  const onSelection = () => {
    if (document.getSelection()?.isCollapsed === false) onActivity();
  };
  let stops: (() => void)[] = [];
  const start = () => {
    mutations.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    stops = [
      ...EVENTS.map((name) => listen(document, name, onActivity, true)),
      ...WINDOW_EVENTS.map((name) => listen(window, name, onActivity)),
      listen(document, "selectionchange", onSelection),
    ];
  };
  const stop = () => {
    mutations.disconnect();
    for (const end of stops) end();
  };
  return { follow: (isFollowed) => (isFollowed ? start() : stop()) };
}
