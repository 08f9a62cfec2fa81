import type { CDPSession } from "playwright-core";

/** Kinds of work on a browser's main thread, in table order. */
export const WORK = [
  "parsing HTML",
  "compiling scripts",
  "running scripts",
  "collecting garbage",
  "style",
  "layout",
  "painting",
  "the browser's own tasks",
  "waiting",
] as const;
type Work = (typeof WORK)[number];

/** Chromium's names of trace events (https://chromium.googlesource.com/devtools/devtools-frontend, `models/trace/types/TraceEvents.ts`). */
const NAMES: readonly (readonly [RegExp, Work])[] = [
  [/^ParseHTML$/, "parsing HTML"],
  [/^(v8\.compile|v8\.parse|V8\.Compile|V8\.Parse|v8\.produce|V8\.Deserialize)/, "compiling scripts"],
  [/^(V8\.GC|MinorGC|MajorGC|BlinkGC)/, "collecting garbage"],
  [/^(UpdateLayoutTree|RecalculateStyles|ParseAuthorStyleSheet)$/, "style"],
  [/^Layout$/, "layout"],
  [/^(Paint|PrePaint|Layerize|Commit|UpdateLayer|Decode Image)$/, "painting"],
  [
    /^(EvaluateScript|FunctionCall|RunMicrotasks|TimerFire|FireAnimationFrame|FireIdleCallback|EventDispatch|v8\.(run|evaluate|callFunction))/,
    "running scripts",
  ],
];

/** An event of Chromium's trace. Times are microseconds; `tdur` is thread time. */
export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: { name?: string; data?: { isOutermostMainFrame?: boolean; documentLoaderURL?: string } };
}

/** Tasks of threads, and the work of the page's main thread in them. */
const TIMELINE = "toplevel,devtools.timeline,disabled-by-default-devtools.timeline";
/** Also the cost of scripts and the start of navigations. */
export const WHOLE_TIMELINE = `${TIMELINE},v8,blink.user_timing`;

/** Milliseconds of each kind of work in a period of one main thread. They add up to its length. */
export type Breakdown = Record<Work, number>;

/** A period in milliseconds since the start of navigation to the last document. */
export interface Period {
  from: number;
  to: number;
}

/** Traces the browser. @returns a function that stops tracing and returns the events. */
export async function followTrace(
  session: CDPSession,
  categories: string = TIMELINE,
): Promise<() => Promise<TraceEvent[]>> {
  const events: TraceEvent[] = [];
  const onData = ({ value }: { value: object[] }) => {
    for (const event of value) events.push(event as TraceEvent);
  };
  session.on("Tracing.dataCollected", onData);
  await session.send("Tracing.start", { categories });
  return async () => {
    const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await complete;
    session.off("Tracing.dataCollected", onData);
    return events;
  };
}

/**
 * Time of each kind of work on the main thread of the last page that was opened. Work inside other work counts once, as the inner one. A slowed
 * processor's pauses count as the work that they interrupt.
 * @throws if no page was opened while tracing.
 */
export function breakDown(events: readonly TraceEvent[], { from, to }: Period): Breakdown {
  const { ts, pid, tid } = lastNavigation(events);
  const work = events.filter((event) => event.ph === "X" && event.pid === pid && event.tid === tid);
  return selfTimes(work, { from: ts + from * 1000, to: ts + to * 1000 });
}

function lastNavigation(events: readonly TraceEvent[]): TraceEvent {
  const last = events.findLast(
    ({ name, args }) =>
      name === "navigationStart" && args.data?.isOutermostMainFrame && args.data.documentLoaderURL,
  );
  if (!last) throw new Error("The trace has no navigation of a page.");
  return last;
}

function selfTimes(events: readonly TraceEvent[], { from, to }: Period): Breakdown {
  const times = Object.fromEntries(WORK.map((work) => [work, 0])) as Breakdown;
  const sorted = [...events].sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const open: { end: number; work: Work }[] = [];
  let reached = from;
  const advance = (until: number) => {
    const next = Math.min(Math.max(until, reached), to);
    times[open.at(-1)?.work ?? "waiting"] += (next - reached) / 1000;
    reached = next;
  };
  const closeUntil = (time: number) => {
    for (let last = open.at(-1); last && last.end <= time; last = open.at(-1)) {
      advance(last.end);
      open.pop();
    }
  };
  for (const { name, ts, dur = 0 } of sorted) {
    closeUntil(ts);
    advance(ts);
    const known = NAMES.find(([pattern]) => pattern.test(name))?.[1];
    open.push({ end: ts + dur, work: known ?? open.at(-1)?.work ?? "the browser's own tasks" });
  }
  closeUntil(to);
  advance(to);
  return times;
}
