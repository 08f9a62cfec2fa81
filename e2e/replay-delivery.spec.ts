import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { CHROMIUM } from "./support/chromium.ts";
import type {} from "./support/recording/segmentsPage.ts";
import { type Collector, startCollector } from "./support/recording/startCollector.ts";
import { storedSegments } from "./support/storedSegments.ts";

/** A separate server that these tests stop and start. */
const PORT = Number(process.env.E2E_PORT ?? 3199) + 43;
/** More than the recorder waits for the response to a request of a page that has ended, in milliseconds. */
const LATER = 25_000;
/**
 * For segments that a page sends as it ends: if the request never arrives, the next page sends the segment again, up to 30 seconds
 * later.
 */
const SENT_AGAIN = { timeout: 60_000 };

test.describe.configure({ mode: "serial" });

let collector: Collector;
test.beforeEach(async () => {
  collector = await startCollector(PORT);
});
test.afterEach(() => collector.stop());

async function openRecording(context: BrowserContext, path = "/"): Promise<{ page: Page; id: string }> {
  const page = await context.newPage();
  await page.goto(collector.url + path);
  const id = await page.evaluate(() => window.recording.recordingId);
  return { page, id };
}

/** Event numbers of a recording on a server that accepts each segment ID once. */
function numbersOf(id: string): number[] {
  const segments = new Map(
    collector.received
      .filter(({ segment }) => segment.recordingId === id)
      .map((each) => [each.segment.id, each]),
  );
  const inOrder = [...segments.values()].sort((one, other) => one.segment.index - other.segment.index);
  for (const { segment, numbers } of inOrder) expect(numbers[0]).toBe(segment.firstEvent);
  return inOrder.flatMap(({ numbers }) => numbers);
}

const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);

test("a page sends its waiting events on leaving, each once", async ({ context }) => {
  const { page, id } = await openRecording(context);
  await page.evaluate(() => window.recording.add(50));
  await expect.poll(() => keptSegments(page)).toBe(1);
  await page.evaluate(() => window.recording.add(30));
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => numbersOf(id)).toEqual(upTo(80));
  expect(collector.received[0]?.query).toEqual({
    device_id: "device",
    session_id: "1700000000000",
    type: "replay",
    api_key: "a key of many characters",
    encoding: "deflate",
    sent_at: expect.stringMatching(/^\d{13}$/),
  });
});

test("the next page sends the segments left by a crashed page", async ({ context }) => {
  const { page, id } = await openRecording(context);
  await page.evaluate(() => window.recording.add(50));
  await expect.poll(() => keptSegments(page)).toBe(1);
  const session = await context.newCDPSession(page);
  session.send("Page.crash").catch(() => undefined);
  await page.waitForEvent("crash");
  expect(collector.received).toEqual([]);
  await openRecording(context);
  await expect.poll(() => numbersOf(id)).toEqual(upTo(50));
  expect(collector.received.map(({ segment }) => segment.reason)).toEqual(["recovered"]);
});

test("a page that was only hidden continues with the next segment", async ({ context }) => {
  const { page, id } = await openRecording(context);
  await page.evaluate(() => window.recording.add(10));
  await setVisibility(page, "hidden");
  await expect.poll(() => numbersOf(id)).toEqual(upTo(10));
  await setVisibility(page, "visible");
  await page.evaluate(() => window.recording.add(10));
  await setVisibility(page, "hidden");
  await expect.poll(() => numbersOf(id)).toEqual(upTo(20));
  expect(collector.received.map(({ segment }) => segment.reason)).toEqual(["init", "hidden"]);
  await expect.poll(() => keptSegments(page)).toBe(0);
});

test("offline, segments wait; online, they are sent", async ({ context }) => {
  const { page, id } = await openRecording(context);
  await context.setOffline(true);
  await page.evaluate(() => window.recording.add(10));
  await setVisibility(page, "hidden");
  await setVisibility(page, "visible");
  await page.evaluate(() => {
    window.recording.segments.cut("page");
    window.recording.add(5);
    window.recording.segments.cut("page");
  });
  await expect.poll(() => keptSegments(page)).toBe(2);
  expect(collector.received).toEqual([]);
  await context.setOffline(false);
  await expect.poll(() => numbersOf(id)).toEqual(upTo(15));
  await expect.poll(() => keptSegments(page)).toBe(0);
  expect(collector.received).toHaveLength(2);
});

test("segments are sent once the server is back, including those of a closed page", async ({ context }) => {
  collector.answer(503);
  const { page, id } = await openRecording(context);
  await page.evaluate(() => window.recording.add(15));
  await expect.poll(() => keptSegments(page)).toBe(1);
  await page.evaluate(() => window.recording.add(5));
  await page.close({ runBeforeUnload: true });
  // The closed page's request may still be pending until then.
  const second = await context.newPage();
  await second.addInitScript((later) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + later;
  }, LATER);
  await second.goto(collector.url);
  collector.answer(200);
  await expect.poll(() => numbersOf(id), SENT_AGAIN).toEqual(upTo(20));
  await expect.poll(() => keptSegments(second)).toBe(0);
});

test("two tabs that record at the same time send only their own segments", async ({ context }) => {
  const tabs = [await openRecording(context), await openRecording(context)];
  for (let round = 0; round < 4; round += 1) {
    for (const { page } of tabs) {
      await page.evaluate(() => {
        window.recording.add(25);
        window.recording.segments.cut("page");
      });
    }
  }
  for (const { id } of tabs) await expect.poll(() => numbersOf(id)).toEqual(upTo(100));
  const ids = collector.received.map(({ segment }) => segment.id);
  expect(new Set(ids).size).toBe(ids.length);
});

/** Leaves a recorded page and goes back to it. @returns the recordings of both pages, and whether the first was in the cache. */
async function leaveAndComeBack(context: BrowserContext) {
  const { page, id } = await openRecording(context);
  await page.evaluate(() => window.recording.add(10));
  // Segments of an earlier attempt may be stored too.
  const ids = async () => (await storedSegments(page)).map(({ metadata }) => metadata.recordingId);
  await expect.poll(ids).toContain(id);
  await page.goto(`${collector.url}/second`);
  const other = await page.evaluate(() => window.recording.recordingId);
  await page.evaluate(() => {
    window.recording.add(7);
    setTimeout(() => history.back());
  });
  await page.waitForURL(`${collector.url}/`, { waitUntil: "commit" });
  // A page that was not in the cache runs its scripts first.
  const loaded = await page.waitForFunction(() => window.recording?.recordingId);
  const current = await loaded.jsonValue();
  return { page, id, other, isRestored: current === id };
}

test("a page restored from the back/forward cache continues", async ({ playwright, launchOptions }) => {
  test.slow();
  // Playwright disables this cache, and the headless shell does not have it.
  const chromium = await playwright.chromium.launch({
    ...launchOptions,
    executablePath: CHROMIUM,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  const context = await chromium.newContext();
  let visit = await leaveAndComeBack(context);
  // A busy browser sometimes evicts pages from its cache.
  for (let attempt = 1; !visit.isRestored && attempt < 8; attempt += 1) {
    await visit.page.close();
    visit = await leaveAndComeBack(context);
  }
  const { page, id, other, isRestored } = visit;
  expect(isRestored).toBe(true);
  await page.evaluate(() => window.recording.add(10));
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => numbersOf(id)).toEqual(upTo(20));
  await expect.poll(() => numbersOf(other)).toEqual(upTo(7));
  await chromium.close();
});

test("the next page sends the data that exceeds a keepalive request", async ({ context }) => {
  const { page, id } = await openRecording(context);
  await page.evaluate(() => window.recording.add(1));
  await expect.poll(() => keptSegments(page)).toBe(1);
  await page.evaluate(() => {
    const random = () => crypto.getRandomValues(new Uint8Array(3000)).join("");
    for (let event = 0; event < 20; event += 1) window.recording.add(1, random());
  });
  await page.close({ runBeforeUnload: true });
  const { page: next } = await openRecording(context);
  await expect.poll(() => numbersOf(id), SENT_AGAIN).toEqual(upTo(21));
  await expect.poll(() => keptSegments(next), SENT_AGAIN).toBe(0);
});

test("a segment ends at 60,000 bytes on the wire", async ({ context }) => {
  await context.addInitScript(noteAnswers);
  const { page, id } = await openRecording(context);
  // The compression ratio is unknown until the worker has started.
  await page.evaluate(() => window.recording.add(1));
  await expect.poll(() => keptSegments(page)).toBe(1);
  await page.evaluate(async () => {
    const random = () => crypto.getRandomValues(new Uint8Array(6000)).join("");
    for (let round = 0; round < 10; round += 1) {
      const answered = new Promise((resolve) => addEventListener("compressed", resolve, { once: true }));
      // Three of these texts are compressed together.
      for (let event = 0; event < 3; event += 1) window.recording.add(1, random());
      await answered;
    }
  });
  await page.close({ runBeforeUnload: true });
  await openRecording(context);
  await expect.poll(() => numbersOf(id), SENT_AGAIN).toEqual(upTo(31));
  expect(collector.received.some(({ segment }) => segment.reason === "bytes")).toBe(true);
  for (const { bytes } of collector.received) expect(bytes).toBeLessThan(75_000);
});

/** Runs before a page's scripts. Dispatches "compressed" whenever the page has processed all answers of its worker. */
function noteAnswers(): void {
  let pending = 0;
  window.Worker = class extends Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      this.addEventListener("message", ({ data }) => {
        if (data.kind === "flushed") pending -= 1;
        // The page may respond to the answer with another request.
        setTimeout(() => pending === 0 && dispatchEvent(new Event("compressed")));
      });
    }
    override postMessage(message: { kind: string }): void {
      if (message.kind === "flush") pending += 1;
      super.postMessage(message);
    }
  };
}

test("a worker blocked by the policy stops the recording and logs the reason", async ({ context }) => {
  collector.allowWorkers(false);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(`thrown: ${error.message}`));
  await page.goto(collector.url);
  await page.evaluate(() => window.recording.add(10));
  await expect.poll(() => page.evaluate(() => window.failures.length)).toBe(1);
  expect(complaints.join("\n")).toContain("it must include: worker-src 'self'");
  expect(complaints.join("\n")).not.toContain("thrown:");
  await page.close({ runBeforeUnload: true });
  expect(collector.received).toEqual([]);
});

test("a withdrawal deletes the segments of every tab and sends nothing more", async ({ context }) => {
  collector.answer(503);
  const { page } = await openRecording(context);
  const { page: other } = await openRecording(context);
  for (const tab of [page, other]) {
    await tab.evaluate(() => {
      window.recording.add(10);
      window.recording.segments.cut("page");
      window.recording.add(10);
    });
    await expect.poll(() => keptSegments(tab)).toBeGreaterThan(0);
  }
  await page.evaluate(() => window.recording.segments.erase());
  await other.evaluate(() => window.recording.segments.erase());
  collector.answer(200);
  await other.evaluate(() => window.recording.add(10));
  for (const tab of [page, other]) await tab.close({ runBeforeUnload: true });
  const { page: last } = await openRecording(context);
  expect(await keptSegments(last)).toBe(0);
  expect(collector.received).toEqual([]);
});

/** Number of segments in the page's replay database. */
async function keptSegments(page: Page): Promise<number> {
  return (await storedSegments(page)).length;
}

/** Headless Chromium never hides a tab on its own. */
async function setVisibility(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate((next) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, value: next });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
}
