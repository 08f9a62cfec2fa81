import { deflateSync } from "node:zlib";
import { ONE_SECOND, REPLAY_PATH, SEGMENT_DURATION, type SegmentBody } from "@marquee/contract";
import { PERSON } from "./recordVisit.ts";

interface LongReplay {
  url: string;
  /** Events of a short visit, which are repeated. */
  events: readonly { timestamp: number }[];
  /** Milliseconds. */
  length: number;
}

/** Like the recorder with this many events, creates a full snapshot every five minutes. */
const WHOLE_EVERY = 10 * SEGMENT_DURATION;

/**
 * Sends a recording of any length in segments of 30 seconds: every five minutes a full snapshot, then the events after it, repeated.
 * @returns the ID of the replay and the bytes sent.
 */
export async function sendLongReplay({
  url,
  events,
  length,
}: LongReplay): Promise<{ id: string; bytes: number }> {
  const start = Date.now() - length;
  const recordingId = crypto.randomUUID();
  const visitor = crypto.randomUUID();
  let bytes = 0;
  const timed: { timestamp: number }[] = [];
  for (let offset = 0; offset < length; offset += WHOLE_EVERY)
    timed.push(...repeated(events, start + offset, WHOLE_EVERY));
  for (let index = 0; index * SEGMENT_DURATION < length; index += 1) {
    const from = start + index * SEGMENT_DURATION;
    const part = timed.filter(({ timestamp }) => timestamp >= from && timestamp < from + SEGMENT_DURATION);
    const body: SegmentBody = {
      version: 1,
      segment: {
        id: `${recordingId}.${index}`,
        recordingId,
        index,
        firstEvent: 0,
        pageVersion: "",
        start: part[0]?.timestamp ?? from,
        end: part.at(-1)?.timestamp ?? from,
        hasFullSnapshot: (index * SEGMENT_DURATION) % WHOLE_EVERY === 0,
        reason: "duration",
        pageUrl: `${url}/`,
        userAgent: "",
        viewportWidth: 1280,
        viewportHeight: 800,
        privacyLevel: "mask-user-input",
        admission: "sample",
      },
      events: part,
    };
    bytes += await send(url, { visitor, session: start, body });
  }
  return { id: `${start}-${visitor}`, bytes };
}

function repeated(events: LongReplay["events"], start: number, length: number): { timestamp: number }[] {
  const first = events[0]?.timestamp ?? 0;
  const span = (events.at(-1)?.timestamp ?? 0) - first + ONE_SECOND;
  const found: { timestamp: number }[] = [];
  for (let offset = 0; offset < length; offset += span) {
    // Later rounds continue in the same document, so only incremental events are repeated.
    const round = offset === 0 ? events : events.filter((event) => "type" in event && event.type === 3);
    found.push(...round.map((event) => ({ ...event, timestamp: start + offset + event.timestamp - first })));
  }
  return found.filter(({ timestamp }) => timestamp < start + length);
}

async function send(
  url: string,
  { visitor, session, body }: { visitor: string; session: number; body: SegmentBody },
): Promise<number> {
  const packed = deflateSync(JSON.stringify(body));
  const query = new URLSearchParams({
    device_id: visitor,
    session_id: String(session),
    type: "replay",
    api_key: "local",
    encoding: "deflate",
  });
  const answer = await fetch(`${url}${REPLAY_PATH}?${query}`, {
    method: "POST",
    headers: { "user-agent": PERSON },
    body: packed,
  });
  if (!answer.ok) throw new Error(`The segment was answered ${answer.status}: ${await answer.text()}`);
  return packed.length;
}
