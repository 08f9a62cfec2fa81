import type { ColorScheme } from "@marquee/contract";
import { Replayer } from "@rrweb/replay";
import { createColorSchemes, schemeOf } from "./colorScheme.ts";
import { eventsAt, withContent } from "./eventsAt.ts";
import { FULLSCREEN_RULE, followStates } from "./followStates.ts";
import { EVENT, INTERACTION, type RecordedEvent, SOURCE } from "./recorded.types.ts";
import { BLOCKED_ATTRIBUTE } from "./sanitizeNode.ts";

interface StageOptions {
  root: HTMLElement;
  /** In milliseconds since the epoch, as is `end`. */
  start: number;
  end: number;
  speed: number;
  hasTrail: boolean;
  onEnded: () => void;
  /** Called with the visitor's viewport size in CSS pixels whenever it changes. */
  onSize: (size: { width: number; height: number }) => void;
}

/** Shows the recorded page at any time whose events are loaded. Times are in milliseconds from the start. */
export interface Stage {
  add(events: readonly RecordedEvent[]): void;
  play(at: number): void;
  pause(): void;
  /** Shows a time and pauses there. */
  seek(at: number): void;
  setSpeed(speed: number): void;
  setTrail(hasTrail: boolean): void;
  time(): number;
  isPlaying(): boolean;
  stop(): void;
}

/** The replayer shows the state before a time. Seeking this much later includes the events at that time. Milliseconds. */
const INCLUDED = 1;

type ReplayerEvent = ConstructorParameters<typeof Replayer>[0][number] & object;

const RULES = [
  `[${BLOCKED_ATTRIBUTE}] { background: repeating-linear-gradient(-45deg, #8883 0 6px, #8881 6px 12px); }`,
  // The selection is not recorded. Without this rule, lists would show an option that the visitor may not have chosen.
  "select:not([multiple], [size]) { color: transparent !important; }",
  // The recorded positions already include the effect of scroll anchoring. Here it would move the page again, for example when a
  // font arrives.
  "html { overflow-anchor: none !important; }",
  FULLSCREEN_RULE,
];

/**
 * Starts the replayer. The first and last event are synthetic, so its clock covers the full recording before
 * all segments are loaded. Each seek passes exactly the events that the target time needs.
 */
export function createStage(options: StageOptions): Stage {
  const { root, start, end, speed, hasTrail, onEnded, onSize } = options;
  const silent = { log: () => undefined, warn: () => undefined };
  const first = edge(start);
  const last = edge(end + 2 * INCLUDED);
  const replayer = new Replayer([first, last], {
    root,
    speed,
    mouseTail: true,
    showWarning: false,
    logger: silent,
    skipInactive: false,
    triggerFocus: false,
    useVirtualDom: false,
    insertStyleRules: RULES,
    loadTimeout: 1000,
  });
  replayer.iframe.title = "Recorded page";
  const { events } = replayer.service.state.context;
  const inTheirSchemes = createColorSchemes();
  let recorded: RecordedEvent[] = [];
  /** The same events, with their color scheme applied. */
  let played: RecordedEvent[] = [];
  let isPlaying = false;
  const prepare = (at: number) => {
    events.length = 0;
    for (const event of [first, ...eventsAt(played, start + at), last]) events.push(event as ReplayerEvent);
  };
  const setTrail = (isShown: boolean) => replayer.setConfig({ mouseTail: isShown });
  setTrail(hasTrail);
  const states = followStates(replayer.iframe);
  replayer.on("fullsnapshot-rebuilded", (picture) => {
    states.follow();
    const { data } = picture as RecordedEvent;
    replayer.iframe.style.colorScheme = pageSchemeOf(replayer.iframe) ?? schemeOf(data.colorScheme);
  });
  const stopFitting = fitInto(root, replayer);
  replayer.on("resize", (size) => onSize(size as Parameters<typeof onSize>[0]));
  replayer.on("finish", () => {
    isPlaying = false;
    onEnded();
  });
  return {
    add(added) {
      recorded = [...recorded, ...added].sort((one, other) => one.timestamp - other.timestamp);
      played = inTheirSchemes(recorded);
      if (added.some(isTouch)) root.querySelector(".replayer-mouse")?.classList.add("touch-device");
      const now = start + replayer.getCurrentTime();
      // Earlier events, and those that arrive during a pause, are included in the next seek.
      if (!isPlaying) return;
      const isNew = new Set(added);
      const coming = played.filter((_, index) => isNew.has(recorded[index] as RecordedEvent));
      for (const event of coming) if (event.timestamp >= now) replayer.addEvent(event as ReplayerEvent);
    },
    play(at) {
      isPlaying = true;
      prepare(at);
      replayer.play(at);
    },
    pause() {
      isPlaying = false;
      replayer.pause();
    },
    seek(at) {
      isPlaying = false;
      const offset = withContent(played, start + at) - start + INCLUDED;
      prepare(offset);
      replayer.pause(offset);
    },
    setSpeed: (value) => replayer.setConfig({ speed: value }),
    setTrail,
    time: () => replayer.getCurrentTime(),
    isPlaying: () => isPlaying,
    stop() {
      isPlaying = false;
      stopFitting();
      states.stop();
      replayer.destroy();
    },
  };
}

function edge(timestamp: number): ReplayerEvent {
  return { type: EVENT.custom, timestamp, data: { tag: "edge", payload: {} } } as ReplayerEvent;
}

function isTouch({ type, data }: RecordedEvent): boolean {
  const isInteraction = data.source === SOURCE.mouseInteraction && data.type === INTERACTION.touchStart;
  return type === EVENT.incremental && (data.source === SOURCE.touchMove || isInteraction);
}

/**
 * Scales the page to fit the whole viewport into `root`.
 * @returns a function that stops this.
 */
function fitInto(root: HTMLElement, replayer: Replayer): () => void {
  const { wrapper, iframe } = replayer;
  const fit = () => {
    const [width, height] = [Number(iframe.width) || 1, Number(iframe.height) || 1];
    const scale = Math.min(root.clientWidth / width, root.clientHeight / height, 1);
    const [left, top] = [root.clientWidth - width * scale, root.clientHeight - height * scale];
    wrapper.style.transform = `translate(${left / 2}px, ${top / 2}px) scale(${scale})`;
  };
  replayer.on("resize", fit);
  const observer = new ResizeObserver(fit);
  observer.observe(root);
  return () => observer.disconnect();
}

/** The color scheme that the shown page sets itself. Chromium does not always draw its canvas if the frame has another one. */
function pageSchemeOf({ contentDocument }: HTMLIFrameElement): ColorScheme | null {
  const root = contentDocument?.documentElement;
  const set = root ? getComputedStyle(root).colorScheme : "normal";
  if (set.includes("dark")) return "dark";
  return set.includes("light") ? "light" : null;
}
