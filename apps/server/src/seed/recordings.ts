import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, deflateSync } from "node:zlib";
import { ALL_CONSENT_GROUPS, ONE_DAY, ONE_HOUR, ONE_SECOND, type Timestamp } from "@marquee/contract";
import type { HashEmail } from "../domains/people/identities/names.ts";
import type { SiteIdentity } from "../platform/config/siteOf.ts";
import type { EventRow } from "../platform/storage/events/eventRow.types.ts";
import type { InteractionRow, SegmentRow } from "../platform/storage/events/replayRows.types.ts";
import { DEMO_VISITOR, demoId } from "./marks.ts";
import { createRandom } from "./random.ts";
import { demoReceipt, type Receipt } from "./receipts.ts";
import type { SitePage } from "./sitePage.ts";
import type { Story } from "./story.ts";

/**
 * A recorded visit to this site, as written by `npm run record-demo`: rows of the event store, and the events of segments as
 * text.
 */
interface RecordedVisit {
  /** Origin of the site that was visited. */
  origin: string;
  events: EventRow[];
  interactions: InteractionRow[];
  segments: SegmentRow[];
}

/** The rows of the demo's recorded visits, marked as demo, and the receipts of their visitors. */
export interface RecordingRows extends Omit<RecordedVisit, "origin"> {
  receipts: Receipt[];
}

const ENDING = ".json.br";
/** Recordings expire after 30 days. */
const DAYS = 20;
const COUNTRIES = ["US", "DE", "GB", "US", "FR", "US", "CA", "US", "ES", "US", "DE", "US"];

/** The recorded visits in a folder, as text. */
export function readRecordings(dir: string): string[] {
  return readdirSync(dir)
    .filter((name) => name.endsWith(ENDING))
    .sort()
    .map((name) => brotliDecompressSync(readFileSync(join(dir, name))).toString());
}

interface MoveOptions {
  seed: number;
  story: Story;
  site: SiteIdentity;
  origin: string;
  pages: ReadonlyMap<string, SitePage>;
  hashEmail: Pick<HashEmail, "ofId">;
}

/** Moves recorded visits into the last days of the demo, each by another visitor, to this site. */
export function moveRecordings(texts: readonly string[], options: MoveOptions): RecordingRows {
  const moved = texts.map((text, index) => moveRecording(text, index, options));
  return {
    events: moved.flatMap(({ events }) => events),
    interactions: moved.flatMap(({ interactions }) => interactions),
    segments: moved.flatMap(({ segments }) => segments),
    receipts: moved.flatMap(({ receipts }) => receipts),
  };
}

function moveRecording(text: string, index: number, options: MoveOptions): RecordingRows {
  const { seed, story, site, origin, pages, hashEmail } = options;
  const {
    origin: before,
    events: [first],
  } = JSON.parse(text) as RecordedVisit;
  if (!first) throw new Error("A recorded visit has no events.");
  const visitor = `${DEMO_VISITOR}${seed}-recorded-${index}`;
  const startedAt = startOf(index, options);
  const shift = startedAt - first.session_id;
  const { consent } = JSON.parse(first.context) as { consent: { receiptId: string } };
  // Session, visitor and receipt are also in the context of events.
  const adapted = text
    .replaceAll(before, origin)
    .replaceAll(new URL(before).host, site.host)
    .replaceAll(first.visitor_id, visitor)
    .replaceAll(String(first.session_id), String(startedAt))
    .replaceAll(consent.receiptId, demoId("receipt", visitor));
  const { events, interactions, segments } = JSON.parse(adapted) as RecordedVisit;
  const country = COUNTRIES[index % COUNTRIES.length] ?? "US";
  const versionOf = (path: string) => pages.get(path)?.version ?? "";
  const at = (time: Timestamp) => Math.min(time + shift, story.now);
  const moved = <Row extends { path: string; received_at: Timestamp }>(row: Row, id: string) => ({
    ...row,
    message_id: `${visitor}${id}`,
    page_version: versionOf(row.path),
    country,
    received_at: at(row.received_at),
  });
  return {
    events: events.map((row, number) => ({
      ...moved(row, `-event-${number}`),
      timestamp: at(row.timestamp),
      original_timestamp: at(row.original_timestamp),
      page_version: row.page_version && versionOf(row.path),
      site: site.id,
      write_key: "demo",
      demo: 1,
    })),
    interactions: interactions.map((row, number) => ({
      ...moved(row, `-interaction-${number}`),
      timestamp: at(row.timestamp),
    })),
    segments: segments.map((row) => ({
      ...moved(row, `.${row.segment_index}-${row.message_id}`),
      started: at(row.started),
      ended: at(row.ended),
      data: shiftData(row.data, shift),
    })),
    receipts: [
      demoReceipt({
        name: visitor,
        country,
        at: startedAt - ONE_SECOND,
        groups: ALL_CONSENT_GROUPS,
        visitorHash: hashEmail.ofId(visitor),
      }),
    ],
  };
}

/** A start in working hours of one of the last days, so that the visit has ended. */
function startOf(index: number, { seed, story }: MoveOptions): Timestamp {
  const random = createRandom(seed, -5, index);
  const day = story.today - (1 + ((index * 7) % DAYS)) * ONE_DAY;
  return day + Math.floor((9 + 8 * random.next()) * ONE_HOUR);
}

/** The events of a segment, with their times moved, as the store keeps them. */
function shiftData(text: string, shift: number): string {
  const body = JSON.parse(text) as { timestamp: Timestamp }[] | { events: { timestamp: Timestamp }[] };
  const move = (events: { timestamp: Timestamp }[]) =>
    events.map((event) => ({ ...event, timestamp: event.timestamp + shift }));
  const moved = Array.isArray(body) ? move(body) : { ...body, events: move(body.events) };
  return deflateSync(JSON.stringify(moved)).toString("base64");
}
