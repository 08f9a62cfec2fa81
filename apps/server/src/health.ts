import { setTimeout as sleep } from "node:timers/promises";
import { type Milliseconds, ONE_MINUTE, ONE_SECOND, type Timestamp } from "@marquee/contract";
import type { WrongClock } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import type { Ingest } from "./collect/ingest/ingest.ts";
import { ApiError } from "./errors/apiError.ts";
import { ANY_TEXT } from "./http/storableText.ts";
import { findWrongClocks } from "./storage/clocks.ts";
import type { Disk } from "./storage/disk.ts";
import type { DrainControl } from "./storage/spool/drain.ts";
import type { Stores } from "./storage/stores.ts";

interface HealthOptions extends Pick<Stores, "eventStore" | "records"> {
  ingest: Pick<Ingest, "drain" | "recordings">;
  disk: Disk;
  /** Whether the server is about to end, so that balancers have to look for another one. */
  isStopping(): boolean;
  now: () => Timestamp;
}

/** What can be degraded while pages are served, in the order of the reply. */
const CHECKS = ["intake", "events", "drain", "records", "disk", "clock"] as const;
type CheckName = (typeof CHECKS)[number];
/** A disk that is low still takes everything. */
const FINE = ["ok", "low"];
/** One of {@link FINE}, or in a word what is wrong. */
type Checks = Record<CheckName, string>;

interface Readiness {
  status: "ready" | "not ready" | "stopping";
  /** Names of checks. */
  degraded: CheckName[];
  checks: Checks;
}

const CHECK_TIMEOUT: Milliseconds = 2 * ONE_SECOND;
/** Anyone may ask, and each answer takes a question to each store. */
const FRESH: Milliseconds = ONE_SECOND / 4;
const CLOCK_FRESH: Milliseconds = ONE_MINUTE;

/**
 * `/healthz` returns 200 if the process responds. `/readyz` returns 200 while pages are served, and says what else is degraded. Two variants return 503, too:
 * `?for=events` when no events are accepted, and `?full` when anything is degraded.
 */
export function registerHealth(server: FastifyInstance, options: HealthOptions): void {
  const { isStopping } = options;
  server.get("/healthz", ANY_TEXT, async () => ({ status: "ok" }));

  const check = shared(FRESH, () => runChecks(options, clock));
  const clock = shared(CLOCK_FRESH, async () =>
    describeClocks(await findWrongClocks({ ...options, db: options.records.db })),
  );
  server.get<{ Querystring: { for?: string; full?: string } }>(
    "/readyz",
    ANY_TEXT,
    async ({ query }, reply) => {
      if (query.for !== undefined && query.for !== "events")
        throw new ApiError("bad_request", "Ask for /readyz, /readyz?for=events or /readyz?full.");
      const checks = await check();
      const degraded = CHECKS.filter((name) => !FINE.includes(checks[name]));
      const isReady =
        (query.full === undefined || degraded.length === 0) &&
        (query.for === undefined || checks.intake === "ok");
      const status = isStopping() ? "stopping" : isReady ? "ready" : "not ready";
      const body: Readiness = { status, degraded, checks };
      return reply.status(status === "ready" ? 200 : 503).send(body);
    },
  );
}

async function runChecks(
  { eventStore, records, ingest, disk }: HealthOptions,
  checkClock: () => Promise<string>,
): Promise<Checks> {
  const drains = Promise.all([ingest.drain, ingest.recordings.drain].map(isDraining));
  const [intake, events, drain, ofRecords, clock] = await Promise.all([
    // A process that is frozen has an open channel, and answers nothing.
    within(drains.then((answers) => (answers.includes(null) ? "unavailable" : "ok"))),
    within(eventStore.ping().then((isThere) => (isThere ? "ok" : "unavailable"))),
    within(drains.then((answers) => (answers.every(Boolean) ? "ok" : "waiting"))),
    records.check(),
    checkClock(),
  ]);
  const level = levelOf(disk);
  return {
    intake: level === "full" ? "refused" : intake,
    events,
    drain,
    records: ofRecords,
    disk: level,
    clock,
  };
}

function within(check: Promise<string>): Promise<string> {
  return Promise.race([check, sleep(CHECK_TIMEOUT, "unavailable", { ref: false })]);
}

/** Shares a run, and its result for a while after its end. */
function shared<Result>(fresh: Milliseconds, run: () => Promise<Result>): () => Promise<Result> {
  let latest: { result: Promise<Result>; endedAt: Milliseconds } | null = null;
  return () => {
    if (latest && performance.now() - latest.endedAt < fresh) return latest.result;
    const started = { result: run(), endedAt: Number.POSITIVE_INFINITY };
    const noteEnd = () => {
      started.endedAt = performance.now();
    };
    started.result.then(noteEnd, noteEnd);
    latest = started;
    return started.result;
  };
}

function levelOf(disk: Disk): string {
  try {
    return disk.state().level;
  } catch {
    return "unknown";
  }
}

/** Such as "events 3600 s ahead". */
function describeClocks(wrong: readonly WrongClock[]): string {
  const describe = ({ store, offset }: WrongClock) =>
    `${store} ${Math.round(Math.abs(offset) / ONE_SECOND)} s ${offset > 0 ? "ahead" : "behind"}`;
  return wrong.map(describe).join(", ") || "ok";
}

/** @returns null if the process does not say. */
async function isDraining(drain: DrainControl): Promise<boolean | null> {
  return drain.status().then(
    ({ draining }) => draining,
    () => null,
  );
}
