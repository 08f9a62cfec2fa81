import { TRACK_REQUEST } from "@marquee/contract";
import type { HeatmapResponse, RecordingResponse, ReplayResponse } from "@marquee/contract/schema";
import { type APIRequestContext, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { grantConsentBefore } from "./support/agree.ts";
import { OWNER } from "./support/owner.ts";
import { type StartedSite, startSite } from "./support/startSite.ts";

test.slow();
test.describe.configure({ mode: "serial" });

let site: StartedSite;
const api = (path: string) => `${site.url}/console/api/${path}`;
test.beforeAll(async () => {
  test.setTimeout(150_000);
  site = await startSite(45);
});
test.afterAll(() => site.stop());
test.beforeEach(async ({ context, request }) => {
  await grantConsentBefore(context, site.url);
  await request.post(api("sign-in"), { data: OWNER, headers: { origin: site.url } });
  await recordEverySession(request);
});

/** Uses the console's settings, because intercepting requests would lose those sent during unload. */
async function recordEverySession(request: APIRequestContext): Promise<void> {
  const { settings, revision } = (await (await request.get(api("recording"))).json()) as RecordingResponse;
  const data = { revision, settings: { ...settings, sampleRate: 100 } };
  const saved = await request.put(api("recording"), { data, headers: { origin: site.url } });
  expect(saved.ok()).toBe(true);
}

async function openRecorded(page: Page, path: string): Promise<void> {
  const code = page.waitForResponse(/startRecording.*\.js$/);
  await page.goto(site.url + path);
  await code;
  await page.mouse.move(100, 200, { steps: 10 });
  await page.mouse.wheel(0, 800);
  await page.waitForTimeout(2500);
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
}) => {
  const [first, second] = [await context.newPage(), await context.newPage()];
  await openRecorded(first, "/guide");
  await openRecorded(second, "/security");
  await mark(first, ["stored a1", "stored a2"]);
  await mark(second, ["stored b1"]);
  await first.waitForTimeout(1500);
  await mark(first, ["stored a3"]);
  await openRecorded(first, "/accessibility");
  await mark(first, ["stored a4"]);
  await first.reload();
  await first.waitForResponse(/startRecording.*\.js$/);
  await first.waitForTimeout(2500);
  await mark(first, ["stored a5", "stored a6"]);
  await mark(second, ["stored b2"]);
  for (const page of [first, second]) await page.close({ runBeforeUnload: true });
  const all = ["a1", "a2", "a3", "a4", "a5", "a6", "b1", "b2"].map((name) => `stored ${name}`);
  await expect
    .poll(async () => marksIn(await readStored(request, context)).sort(), { timeout: 60_000 })
    .toEqual(all);
  const ids = Object.keys(await readStored(request, context));
  expect(new Set(ids.map((id) => id.split(".")[0])).size).toBe(4);
});

test("clicks appear on the heatmap of their page version", async ({ page, context, request }) => {
  await openRecorded(page, "/accessibility");
  const place = page.locator("main h1");
  await place.scrollIntoViewIfNeeded();
  for (let click = 0; click < 3; click += 1) {
    await place.click({ position: { x: 11, y: 7 } });
    await page.waitForTimeout(1200);
  }
  await page.close({ runBeforeUnload: true });
  const day = 86_400_000;
  const query = new URLSearchParams({
    page: "/accessibility",
    kind: "all",
    from: String(Date.now() - day),
    to: String(Date.now() + day),
  });
  const read = async () => (await (await request.get(api(`heatmaps?${query}`))).json()) as HeatmapResponse;
  await expect.poll(async () => (await read()).counts?.all ?? 0).toBeGreaterThanOrEqual(3);
  expect(context.pages()).toEqual([]);
});
