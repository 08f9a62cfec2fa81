import { DEFAULT_RECORDING_SETTINGS, TRACK_REQUEST } from "@marquee/contract";
import type { HeatmapResponse, ReplayResponse } from "@marquee/contract/schema";
import { type APIRequestContext, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { isSampled } from "../packages/measure/src/sampling/recordingSettings.ts";
import { grantConsentBefore } from "./support/agree.ts";
import { followRecorder, recorded } from "./support/recordings.ts";
import { turnWheel } from "./support/settled.ts";
import { signInByApi } from "./support/storedEvents.ts";

test.slow();

const api = (path: string) => `/console/api/${path}`;
test.beforeEach(async ({ context, request, baseURL }) => {
  await grantConsentBefore(context, baseURL);
  await signInByApi(request, baseURL);
});

/** Starts a session that the default settings record. Intercepting the settings would lose requests sent during unload. */
async function beginSampledSession(context: BrowserContext, baseURL: string | undefined): Promise<void> {
  const now = Date.now();
  let id = now;
  while (!isSampled("replay", id, DEFAULT_RECORDING_SETTINGS.sampleRate)) id -= 1;
  await context.addCookies([{ name: "marquee_session", value: `${id}.${now}`, url: baseURL ?? "" }]);
}

async function openRecorded(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await recorded(page);
  await page.mouse.move(100, 200, { steps: 10 });
  await turnWheel(page, 800);
}

/** Marker events of the recording. */
async function mark(page: Page, names: readonly string[]): Promise<void> {
  await page.evaluate(
    ({ names, request }) => {
      for (const event of names)
        document.dispatchEvent(new CustomEvent(request, { detail: { event, properties: {} } }));
    },
    { names, request: TRACK_REQUEST },
  );
}

/** Events of each stored segment of the visitor's session, by segment ID. */
async function readStored(
  request: APIRequestContext,
  context: BrowserContext,
): Promise<Record<string, unknown[]>> {
  const cookies = new Map((await context.cookies()).map(({ name, value }) => [name, value]));
  const [session] = cookies.get("marquee_session")?.split(".") ?? [];
  const path = api(`replays/${session}-${cookies.get("ajs_anonymous_id")}`);
  const answer = await request.get(path);
  if (!answer.ok()) return {};
  const { segments } = (await answer.json()) as ReplayResponse;
  const ids = segments.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const events = await Promise.all(ids.map((id) => request.get(`${path}/segments/${id}`)));
  return Object.fromEntries(
    await Promise.all(events.map(async (each, place) => [ids[place], await each.json()])),
  );
}

/** Names of the markers that {@link mark} added, in the order of segments. */
function marksIn(stored: Record<string, unknown[]>): string[] {
  const text = JSON.stringify(Object.values(stored));
  return [...text.matchAll(/"name":"(stored \w+)"/g)].map(([, name = ""]) => name);
}

test("a visit in two tabs, with reloads and navigation, is stored completely, each event once", async ({
  context,
  request,
  baseURL,
}) => {
  await beginSampledSession(context, baseURL);
  await followRecorder(context);
  const [first, second] = [await context.newPage(), await context.newPage()];
  await openRecorded(first, "/guide");
  await openRecorded(second, "/de/sign-up");
  await mark(first, ["stored a1", "stored a2"]);
  await mark(second, ["stored b1"]);
  await recorded(first);
  await mark(first, ["stored a3"]);
  await openRecorded(first, "/it/sign-up");
  await mark(first, ["stored a4"]);
  await first.reload();
  await recorded(first);
  await mark(first, ["stored a5", "stored a6"]);
  await mark(second, ["stored b2"]);
  // A recorder that has only just started may still be on its way to the worker.
  for (const page of [first, second]) await recorded(page);
  for (const page of [first, second]) await page.close({ runBeforeUnload: true });
  const all = ["a1", "a2", "a3", "a4", "a5", "a6", "b1", "b2"].map((name) => `stored ${name}`);
  await expect
    .poll(async () => marksIn(await readStored(request, context)).sort(), { timeout: 60_000 })
    .toEqual(all);
  const ids = Object.keys(await readStored(request, context));
  expect(new Set(ids.map((id) => id.split(".")[0])).size).toBe(4);
});

test("clicks appear on the heatmap of their page version", async ({ page, context, request, baseURL }) => {
  await beginSampledSession(context, baseURL);
  await followRecorder(context);
  await openRecorded(page, "/it/contact-sales");
  const place = page.locator("main h1");
  await place.scrollIntoViewIfNeeded();
  for (let click = 0; click < 3; click += 1) await place.click({ position: { x: 11, y: 7 } });
  await page.close({ runBeforeUnload: true });
  const query = {
    site_id: new URL(baseURL ?? "").host,
    date_range: [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString()),
    page: "/it/contact-sales",
    kind: "all",
  };
  const read = async () =>
    (await (
      await request.post(api("query/heatmaps"), { headers: { origin: baseURL ?? "" }, data: query })
    ).json()) as HeatmapResponse;
  await expect.poll(async () => (await read()).counts?.all ?? 0).toBeGreaterThanOrEqual(3);
  expect(context.pages()).toEqual([]);
});
