import type { Browser, BrowserContextOptions, CDPSession, Page } from "playwright-core";
import { median } from "./statistics.ts";
import { type Breakdown, breakDown, followTrace, type Period, WHOLE_TIMELINE, WORK } from "./trace.ts";

/** Navigates to the moments that have targets. Returns the period before each, by its title. */
export type Way = (page: Page, session: CDPSession) => Promise<Record<string, Period>>;
export type Column = readonly [title: string, breakdown: Breakdown];

interface Traced {
  context: BrowserContextOptions;
  way: Way;
  rounds: number;
}

/** Medians over new browser contexts, a column for each moment on the way. */
export async function traceWay(
  browser: Browser,
  { context: options, way, rounds }: Traced,
): Promise<Column[]> {
  const tracing = await browser.newBrowserCDPSession();
  const runs = new Map<string, Breakdown[]>();
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const stop = await followTrace(tracing, WHOLE_TIMELINE);
    const periods = await way(page, await context.newCDPSession(page));
    const events = await stop();
    for (const [title, period] of Object.entries(periods))
      runs.set(title, [...(runs.get(title) ?? []), breakDown(events, period)]);
    await context.close();
  }
  return [...runs].map(([title, all]) => [title, medians(all)]);
}

function medians(runs: readonly Breakdown[]): Breakdown {
  return Object.fromEntries(WORK.map((work) => [work, median(runs.map((run) => run[work]))])) as Breakdown;
}

/** A Markdown table of kinds of work in milliseconds, one column for each moment. */
export function workTable(columns: readonly Column[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const whole = (value: number) => Math.round(value).toLocaleString("en");
  const sumOf = (breakdown: Breakdown) => WORK.reduce((total, work) => total + breakdown[work], 0);
  return [
    row(["ms", ...columns.map(([title]) => title)]),
    row(["---", ...columns.map(() => "---:")]),
    ...WORK.map((work) => row([work, ...columns.map(([, breakdown]) => whole(breakdown[work]))])),
    row(["together", ...columns.map(([, breakdown]) => whole(sumOf(breakdown)))]),
  ].join("\n");
}
