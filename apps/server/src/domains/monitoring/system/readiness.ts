import { type Milliseconds, ONE_MINUTE, ONE_SECOND, type Timestamp } from "@marquee/contract";
import type { ReadinessChecks, WrongClock } from "@marquee/contract/schema";
import type { Ingest } from "../../../ingest/process/ingest.ts";
import { findWrongClocks } from "../../../platform/storage/clocks.ts";
import type { Disk } from "../../../platform/storage/disk.ts";
import type { DrainControl } from "../../../platform/storage/spool/drain.ts";
import type { Stores } from "../../../platform/storage/stores.ts";
import { sharedResult } from "../../../platform/time/sharedResult.ts";
import { within } from "../../../platform/time/within.ts";

/** The result of this instance's checks of its stores, disk and processes. */
export interface Readiness {
  checks: ReadinessChecks;
  pings: Record<StoreName, Ping>;
  wrongClocks: WrongClock[];
}

export type StoreName = WrongClock["store"];

/** A query to a store, with its response time. */
interface Ping {
  isUp: boolean;
  duration: Milliseconds;
}

export interface ReadinessOptions extends Pick<Stores, "eventStore" | "records"> {
  ingest: Pick<Ingest, "drain" | "recordings">;
  disk: Disk;
  now: () => Timestamp;
}

/** Anyone can call it, and each check queries every store. */
const FRESH: Milliseconds = ONE_SECOND / 4;
const CLOCK_FRESH: Milliseconds = ONE_MINUTE;

/** @returns a function that never throws and resolves within about 2 s. Concurrent callers share a result. */
export function createReadiness(options: ReadinessOptions): () => Promise<Readiness> {
  const findClocks = sharedResult(CLOCK_FRESH, () => findWrongClocks({ ...options, db: options.records.db }));
  return sharedResult(FRESH, () => look(options, findClocks));
}

async function look(
  { eventStore, records, ingest, disk }: ReadinessOptions,
  findClocks: () => Promise<WrongClock[]>,
): Promise<Readiness> {
  const drains = Promise.all([ingest.drain, ingest.recordings.drain].map(isDraining));
  const [intake, events, drain, ofRecords, wrongClocks] = await Promise.all([
    // A frozen process has an open channel but does not respond.
    answerOf(drains.then((answers) => (answers.includes(null) ? "unavailable" : "ok"))),
    timed(answerOf(eventStore.ping().then((isThere) => (isThere ? "ok" : "unavailable")))),
    answerOf(drains.then((answers) => (answers.every(Boolean) ? "ok" : "waiting"))),
    timed(records.check()),
    findClocks(),
  ]);
  const level = levelOf(disk);
  const checks = {
    intake: level === "full" ? "refused" : intake,
    events: events.answer,
    drain,
    records: ofRecords.answer,
    disk: level,
    clock: describeClocks(wrongClocks),
  };
  return { checks, pings: { events: pingOf(events), records: pingOf(ofRecords) }, wrongClocks };
}

function answerOf(check: Promise<string>): Promise<string> {
  return within(check).catch(() => "unavailable");
}

interface Timed {
  answer: string;
  duration: Milliseconds;
}

async function timed(question: Promise<string>): Promise<Timed> {
  const startedAt = performance.now();
  const answer = await question;
  return { answer, duration: performance.now() - startedAt };
}

/** A read-only store also responds. */
function pingOf({ answer, duration }: Timed): Ping {
  return { isUp: answer !== "unavailable", duration };
}

function levelOf(disk: Disk): string {
  try {
    return disk.state().level;
  } catch {
    return "unknown";
  }
}

/** Wrong clocks in words: "events 3600 s ahead". */
function describeClocks(wrong: readonly WrongClock[]): string {
  const describe = ({ store, offset }: WrongClock) =>
    `${store} ${Math.round(Math.abs(offset) / ONE_SECOND)} s ${offset > 0 ? "ahead" : "behind"}`;
  return wrong.map(describe).join(", ") || "ok";
}

/** @returns null if the process does not report it. */
async function isDraining(drain: Pick<DrainControl, "status">): Promise<boolean | null> {
  return drain.status().then(
    ({ draining }) => draining,
    () => null,
  );
}
