import { ONE_DAY, ONE_HOUR, ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EVERYTHING } from "../../domains/questions/queries/selection.ts";
import { readReplays } from "../../domains/replay/console/readReplays.ts";
import { queryReplayMarks } from "../../domains/replay/queries/replayMarks.ts";
import { queryReplaySegments } from "../../domains/replay/queries/replaySegments.ts";
import { createReplayIds } from "../../domains/replay/replayId.ts";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { replayEvents, replaySegment, USER_AGENT } from "../../testing/replaySegment.ts";
import { startTestApp, type TestApp } from "../../testing/startTestApp.ts";
import { createTemporaryDir, removeDir } from "../../testing/temporaryDir.ts";

const dataDir = createTemporaryDir();
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ dataDir, stores: await borrowTestStores() });
}, 120_000);
afterAll(async () => {
  await server.stop();
  removeDir(dataDir);
});

async function post(path: string, body: object): Promise<void> {
  const { status } = await fetch(server.url + path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "text/plain", "user-agent": USER_AGENT },
  });
  expect(status).toBe(200);
}

/** A visitor whose clock is ahead by `ahead`. All times are by that clock. */
function createVisitor(anonymousId: string, ahead: number) {
  const clock = () => Date.now() + ahead;
  const sessionId = clock() - 20 * ONE_SECOND;
  return {
    sendEvents: () =>
      post("/v1/b", {
        writeKey: "local",
        sentAt: new Date(clock()).toISOString(),
        batch: ["page", "track"].map((type, index) => ({
          type,
          event: type === "track" ? "Demo Requested" : "",
          anonymousId,
          messageId: `${type} of ${anonymousId}`,
          timestamp: sessionId + (index + 1) * ONE_SECOND,
          properties: { url: "https://trellis.example/pricing", referrer: "https://www.google.com/" },
          context: { sessionId },
        })),
      }),
    sendRecording(isSentAtKnown: boolean) {
      const query = new URLSearchParams({
        device_id: anonymousId,
        session_id: String(sessionId),
        type: "replay",
        api_key: "local",
        ...(isSentAtKnown && { sent_at: String(clock()) }),
      });
      const events = replayEvents(1, sessionId + 500);
      return post(`/v1/replay?${query}`, replaySegment({ recordingId: `of-${anonymousId}` }, events));
    },
  };
}

async function readAll() {
  const { stores } = server;
  await expect.poll(() => stores.spools.spool.depth(), { timeout: 30_000 }).toBe(0);
  await expect.poll(() => stores.recordings.spool.depth(), { timeout: 30_000 }).toBe(0);
  const span = { from: Date.now() - ONE_HOUR, to: Date.now() };
  const replayIds = createReplayIds({ key: () => "key", eventStore: stores.eventStore });
  const page = await readReplays(
    { eventStore: stores.eventStore, replayIds },
    { ...span, before: undefined, filter: {}, selection: EVERYTHING, seesPeople: true },
  );
  return page.replays;
}

describe("a visitor whose clock is wrong has a replay at the server's time, with its visit", () => {
  it.each([
    ["40 days behind", -40 * ONE_DAY],
    ["3 days ahead", 3 * ONE_DAY],
    ["2 minutes ahead", 2 * ONE_MINUTE],
    ["3 hours ahead", 3 * ONE_HOUR],
    ["3 hours behind", -3 * ONE_HOUR],
    ["right", 0],
  ])("%s", async (name, ahead) => {
    const [early, late, unsaid] = ["early", "late", "unsaid"].map((order) => `${order} ${name}`) as [
      string,
      string,
      string,
    ];
    for (const [visitorId, isRecordingFirst, isSentAtKnown] of [
      [early, true, true],
      [late, false, true],
      // A client that does not send the time of the request.
      [unsaid, false, false],
    ] as const) {
      const { sendEvents, sendRecording } = createVisitor(visitorId, ahead);
      if (isRecordingFirst) await sendRecording(isSentAtKnown);
      await sendEvents();
      if (!isRecordingFirst) await sendRecording(isSentAtKnown);
    }
    const now = Date.now();
    const replays = await readAll();
    for (const visitorId of [early, late, unsaid]) {
      const replay = replays.find((each) => each.visitorId === visitorId);
      expect(replay, visitorId).toMatchObject({ pages: 1, events: 1, source: "Google" });
      expect(Math.abs((replay?.start ?? 0) - now)).toBeLessThan(ONE_MINUTE);
      const { eventStore } = server.stores;
      const key = { sessionId: replay?.sessionId ?? 0, visitorId };
      const [segment] = await queryReplaySegments(eventStore, key);
      const marks = await queryReplayMarks(eventStore, key);
      // The recording starts half a second after the session, and the page view a second after it. Requests may be slow on a busy machine.
      const after = (marks[0]?.at ?? 0) - (segment?.start ?? 0);
      expect(Math.abs(after - 500)).toBeLessThan(5 * ONE_SECOND);
      expect(Math.abs((segment?.clockCorrection ?? 0) + ahead)).toBeLessThan(5 * ONE_SECOND);
    }
  });
});
