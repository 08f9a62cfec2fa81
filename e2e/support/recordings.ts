import { inflateSync } from "node:zlib";
import {
  DEFAULT_RECORDING_SETTINGS,
  RECORDING_SETTINGS_PATH,
  REPLAY_TYPES,
  type RecordingSettings,
} from "@marquee/contract";
import type { ReplayResponse } from "@marquee/contract/schema";
import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";

/** Records every session of this visitor. RUM tracks none of them: it reports errors too, and by default it would track one session in twenty. */
export async function recordAll(
  context: BrowserContext,
  changes: Partial<RecordingSettings> = {},
): Promise<void> {
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
