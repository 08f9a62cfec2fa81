import { inflateSync } from "node:zlib";
import {
  DEFAULT_RECORDING_SETTINGS,
  RECORDING_SETTINGS_PATH,
  REPLAY_TYPES,
  type RecordingSettings,
} from "@marquee/contract";
import type { ReplayResponse } from "@marquee/contract/schema";
import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { FULL_SNAPSHOT } from "../../packages/measure/src/replay/rrwebConstants.ts";
import { animationsEnded, still } from "./settled.ts";

declare global {
  interface Window {
    /**
     * The data that the page's recorder has passed on: the last mark of {@link recorded}, and the number of full
     * snapshots.
     */
    passedOn: { mark: number; snapshots: number };
  }
}

/** Prepares {@link recorded} for pages that are opened from now on. */
export async function followRecorder(context: BrowserContext): Promise<void> {
  await context.addInitScript((fullSnapshot) => {
    window.passedOn = { mark: 0, snapshots: 0 };
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, ...message: [{ text?: string }]) {
      const [{ text = "" }] = message;
      for (const { type, data } of JSON.parse(`[${text.replace(/^,/, "")}]`)) {
        if (type === fullSnapshot) window.passedOn.snapshots += 1;
        for (const { attributes } of data.attributes ?? [])
          if (attributes.slot) window.passedOn.mark = Number(attributes.slot);
      }
      return Reflect.apply(postMessage, this, message);
    };
  }, FULL_SNAPSHOT);
}

/**
 * Waits until the recorder has passed on everything displayed by the page so far, which includes its first snapshot. Marks the page, because changes come
 * in order.
 */
export async function recorded(page: Page): Promise<void> {
  const first = await page.evaluate(() => Number(document.documentElement.slot) + 1);
  await page.waitForFunction(
    (mark) => {
      if (window.passedOn.mark >= mark) return true;
      // The first snapshot's content is not a change, so another mark is needed.
      document.documentElement.slot = String(Math.max(mark, Number(document.documentElement.slot) + 1));
      return false;
    },
    first,
    { polling: 100 },
  );
}

/**
 * Waits until the page is stable and recorded.
 * @returns a time at which a replay shows it. Viewers seek in steps of 0.1 s, so it keeps a distance from the previous and the next change.
 */
export async function momentOf(page: Page): Promise<number> {
  await still(page);
  await animationsEnded(page);
  await recorded(page);
  const before = await page.evaluate(() => Date.now());
  await page.waitForFunction((end) => Date.now() >= end, before + 200);
  return before + 100;
}

/** Records every session of this visitor. RUM tracks none of them: it reports errors too, and by default it would track one session in twenty. */
export async function recordAll(
  context: BrowserContext,
  changes: Partial<RecordingSettings> = {},
): Promise<void> {
  await followRecorder(context);
  const settings = { ...DEFAULT_RECORDING_SETTINGS, sampleRate: 100, monitoringSampleRate: 0, ...changes };
  await context.route(`**${RECORDING_SETTINGS_PATH}`, (route) => route.fulfill({ json: settings }));
}

/** Collects everything that a visitor sends from now on: URLs and bodies as text. */
export function collectSent(context: BrowserContext): string[] {
  const sent: string[] = [];
  context.on("request", (request) => {
    const body = request.postDataBuffer();
    if (request.method() === "POST") sent.push(decodeURIComponent(request.url()), body ? readBody(body) : "");
  });
  return sent;
}

/** First bytes of compressed bodies, which are zlib streams. */
function readBody(body: Buffer): string {
  return body[0] === 0x78 ? inflateSync(body).toString() : body.toString();
}

/** Stored data of the visitor's current session: the replay's summary and all segments. */
export async function storedRecording(request: APIRequestContext, context: BrowserContext): Promise<string> {
  const cookies = new Map((await context.cookies()).map(({ name, value }) => [name, value]));
  const [session] = cookies.get("marquee_session")?.split(".") ?? [];
  const path = `/console/api/replays/${session}-${cookies.get("ajs_anonymous_id")}`;
  const answer = await request.get(path);
  if (!answer.ok()) return "";
  const { segments } = (await answer.json()) as ReplayResponse;
  const read = async (id: string) => (await request.get(`${path}/segments/${id}`)).text();
  return [await answer.text(), ...(await Promise.all(segments.map(({ id }) => read(id))))].join("\n");
}

/** Hides the page, which sends the first segment, and waits until it is sent. */
export async function waitForFirstSegment(page: Page): Promise<void> {
  const sent = page.waitForRequest((request) => request.url().includes(`type=${REPLAY_TYPES.segment}`));
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await sent;
}
