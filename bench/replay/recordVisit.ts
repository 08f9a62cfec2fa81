import { inflateSync } from "node:zlib";
import {
  DEFAULT_RECORDING_SETTINGS,
  RECORDING_SETTINGS_PATH,
  REPLAY_PATH,
  type SegmentBody,
} from "@marquee/contract";
import type { Browser } from "playwright-core";

/** User agent of a person. Those of headless Chromium and Node are detected as bots, which are not recorded. */
export const PERSON =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36";

/** An rrweb event. Times are in milliseconds since the epoch. */
interface TimedEvent {
  timestamp: number;
}

/** Records a visit to the home page: the full snapshot, then scrolling, pointer movement and the page's own changes. */
export async function recordVisit(browser: Browser, url: string, seconds: number): Promise<TimedEvent[]> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    userAgent: PERSON,
  });
  const settings = { ...DEFAULT_RECORDING_SETTINGS, sampleRate: 100 };
  await context.route(`**${RECORDING_SETTINGS_PATH}`, (route) => route.fulfill({ json: settings }));
  const bodies: SegmentBody[] = [];
  await context.route(
    ({ pathname, searchParams }) => pathname === REPLAY_PATH && searchParams.get("type") === "replay",
    (route) => {
      const body = route.request().postDataBuffer();
      if (body) bodies.push(JSON.parse(inflateSync(body).toString()) as SegmentBody);
      return route.fulfill({ json: {} });
    },
  );
  const page = await context.newPage();
  await page.goto("/");
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  for (let second = 0; second < seconds; second += 1) {
    await page.mouse.move(300 + 20 * (second % 20), 300 + 10 * (second % 30), { steps: 8 });
    await page.mouse.wheel(0, second % 10 < 5 ? 300 : -300);
    await page.waitForTimeout(700);
  }
  const sent = page.waitForRequest((request) => request.url().includes(REPLAY_PATH));
  // A hidden page sends its buffered data.
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await sent;
  await page.waitForTimeout(1000);
  await context.close();
  const first = bodies[0]?.segment.recordingId;
  return bodies
    .filter(({ segment }) => segment.recordingId === first)
    .flatMap(({ events }) => events as TimedEvent[]);
}
