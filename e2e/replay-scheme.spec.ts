import type { ReplayResponse } from "@marquee/contract/schema";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { grantConsentBefore } from "./support/agree.ts";
import { type ConsoleApi, signInToApi } from "./support/consoleApi.ts";
import { findPlayer } from "./support/findPlayer.ts";
import { hydrated } from "./support/hydrated.ts";
import { openConsole } from "./support/openConsole.ts";
import { readReplay } from "./support/readReplay.ts";
import { readTo } from "./support/readThrough.ts";
import { momentOf, recordAll, recorded, waitForFirstSegment } from "./support/recordings.ts";
import { type ScrollPosition, whereabouts } from "./support/scrollPosition.ts";
import { serializePage } from "./support/serializePage.ts";
import { waitUntilSent } from "./support/storedSegments.ts";

const AROUND = ["html", "body", "header a", "footer", "#late", "#bare"];
/** Content skipped by `content-visibility` keeps the colors of the old color scheme until it is visible. */
const IN_SECTIONS = ["h1", "main p", "main a", "main button"];
const ALL = [...AROUND, ...IN_SECTIONS];

/** The page at a point in time, the color of an empty window, and the scroll position. */
interface Checkpoint {
  name: string;
  at: number;
  place: ScrollPosition;
  elements: readonly string[];
  page: ReturnType<typeof serializePage>;
}

let api: ConsoleApi;
test.beforeAll(async ({ baseURL }) => {
  api = await signInToApi({ url: baseURL ?? "", stop: async () => {} });
});
test.afterAll(() => api.dispose());

async function check(page: Page, name: string, elements = ALL): Promise<Checkpoint> {
  const at = await momentOf(page);
  const serialized = await page.evaluate(serializePage, { isReplay: false, elements });
  const place = await whereabouts(page);
  return { name, at, place, elements, page: serialized };
}

/** Adds styles for a color scheme through a constructed style sheet, and an element that the browser colors itself. */
async function addLate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = document.head.appendChild(document.createElement("style")).sheet;
    sheet?.insertRule("#late { color: rgb(1, 2, 3) }", 0);
    sheet?.insertRule("@media (prefers-color-scheme: dark) { #late { color: rgb(250, 251, 252) } }", 1);
    const late = Object.assign(document.createElement("p"), { id: "late", textContent: "Late" });
    const bare = Object.assign(document.createElement("p"), { id: "bare", textContent: "Bare" });
    bare.style.cssText = "background-color: Canvas; color: CanvasText";
    document.querySelector("main")?.prepend(late, bare);
  });
}

/** The recorder takes another full snapshot in slices while the browser is idle. */
async function changeScheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  const { snapshots } = await page.evaluate(() => window.passedOn);
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((before) => window.passedOn.snapshots > before, snapshots);
}

/** Dark, light, dark again halfway down the page, and a reload. */
async function makeVisit(context: BrowserContext): Promise<Checkpoint[]> {
  const page = await context.newPage();
  await page.goto("/brain");
  await hydrated(page);
  await recorded(page);
  await addLate(page);
  const dark = await check(page, "in the dark");
  await changeScheme(page, "light");
  const light = await check(page, "in the light");
  await page.evaluate(() => document.querySelector("h1")?.append(" and more"));
  const changed = await check(page, "changed in the light");
  await readTo(page, 0.5);
  await changeScheme(page, "dark");
  const again = await check(page, "in the dark again", AROUND);
  await page.reload();
  await hydrated(page);
  const anew = await check(page, "loaded anew");
  await waitForFirstSegment(page);
  await waitUntilSent(page);
  return [dark, light, changed, again, anew];
}

test("a replay has the visitor's colors and scroll positions, including after a change of color scheme", async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const context = await browser.newContext({
    baseURL: baseURL ?? "",
    viewport: { width: 1280, height: 800 },
    colorScheme: "dark",
  });
  await recordAll(context);
  await grantConsentBefore(context, baseURL);
  const checkpoints = await makeVisit(context);
  const [dark, light, changed, again, anew] = checkpoints as [
    ...[Checkpoint, Checkpoint, Checkpoint, Checkpoint, Checkpoint],
  ];
  for (const { place } of [again, anew]) expect(place.section).not.toBe("");
  for (const part of ["body", "#late", "#bare"])
    expect(light.page.looks[part], part).not.toEqual(dark.page.looks[part]);

  const answer = await readReplay(api, context, anew.at);
  await context.close();
  expect(answer.segments.filter(({ hasFullSnapshot }) => hasFullSnapshot)).toHaveLength(4);
  const inOrder = [light, dark, again, anew, changed];
  const views = { light: [...inOrder, dark, anew, again, light], dark: inOrder };
  for (const viewer of ["light", "dark"] as const) {
    const watching = await browser.newPage({ baseURL: baseURL ?? "", colorScheme: viewer });
    await watch(watching, answer, views[viewer], viewer);
    await watching.close();
  }
});

/** Seeks to each point in time and compares the page. */
async function watch(
  page: Page,
  { replay, segments }: ReplayResponse,
  checkpoints: Checkpoint[],
  viewer: string,
): Promise<void> {
  const [start] = segments.map((segment) => segment.start);
  await openConsole(page, `/replays/${replay.id}?t=1`, "Replay of");
  await expect(page.getByRole("status").filter({ hasText: "Paused at the time in the link" })).toHaveCount(1);
  const player = await findPlayer(page);
  for (const { name, at, place, elements, page: original } of checkpoints) {
    const time = Math.round((at - (start ?? 0)) / 100) * 100;
    await page.getByRole("slider", { name: "Position" }).fill(String(time));
    await expect(page.getByText("Buffering")).toHaveCount(0);
    const moment = `${name}, ${viewer} viewer`;
    await expect(async () => {
      const replayed = await player.evaluate(serializePage, { isReplay: true, elements });
      expect(replayed.looks, moment).toEqual(original.looks);
      expect(replayed.lines, moment).toEqual(original.lines);
      const there = await whereabouts(player, true);
      expect(there?.section, moment).toBe(place.section);
      expect(Math.abs((there?.offset ?? 0) - place.offset), moment).toBeLessThanOrEqual(2);
    }).toPass({ timeout: 60_000 });
  }
}
