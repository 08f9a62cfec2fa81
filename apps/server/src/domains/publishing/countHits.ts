import { isPlainPath, isReservedPath, ONE_DAY, ONE_SECOND, type Timestamp } from "@marquee/contract";
import { and, eq, gte, inArray, lt, max, notInArray, sql, sum } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { isSpeculative } from "../../platform/http/isSpeculative.ts";
import { trimTrailingSlashes } from "../../platform/http/trimTrailingSlashes.ts";
import { startJob, type Turn } from "../../platform/jobs/startJob.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { describeUserAgent } from "../../platform/visitor/userAgent.ts";
import { pathHits } from "./tables.ts";

type Kind = (typeof pathHits.$inferSelect)["kind"];

/** Counts requests by day, in memory until the next flush. No visitor data is kept. */
export interface HitCounter {
  /** @param name ID of a redirect, or a path without a page. */
  note(request: FastifyRequest, kind: Kind, name: string): void;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

interface HitCounterOptions {
  db: RecordsDatabase;
  log: Logger;
  now: () => Timestamp;
}

export const KEPT_DAYS = 28;
const FLUSH_INTERVAL = 10 * ONE_SECOND;
/**
 * Maximum number of names counted between two flushes, and of missing paths written by one; others are too rare to matter.
 */
const MAX_NAMES = 2000;
const MAX_WRITTEN = 50;
/** Maximum number of missing paths kept for each day. */
const MAX_MISSING = 300;
const MAX_PATH_LENGTH = 200;
const MAX_SEGMENTS = 8;
const MAX_SEGMENT_LENGTH = 60;
/** A segment as long as this with a digit may be a token or an ID. */
const TOKEN_LENGTH = 16;
const PAGE_ENDINGS = ["html", "htm", "php", "aspx", "md", "pdf"];

export function startHitCounter({ db, log, now }: HitCounterOptions): HitCounter {
  let counted = new Map<string, { kind: Kind; name: string; hits: number; lastAt: Timestamp }>();
  const write = async ({ skip }: Pick<Turn, "skip">) => {
    const rows = topOf([...counted.values()]);
    counted = new Map();
    if (rows.length === 0) return skip();
    const day = dayOf(now());
    await db
      .insert(pathHits)
      .values(rows.map((row) => ({ ...row, day, lastAt: new Date(row.lastAt) })))
      .onConflictDoUpdate({
        target: [pathHits.kind, pathHits.name, pathHits.day],
        set: {
          hits: sql`least(${pathHits.hits}::bigint + excluded.hits, 2000000000)::integer`,
          lastAt: sql`greatest(${pathHits.lastAt}, excluded.last_at)`,
        },
      });
    await db.delete(pathHits).where(lt(pathHits.day, dayOf(now() - KEPT_DAYS * ONE_DAY)));
    if (rows.some(({ kind }) => kind === "missing")) await dropRarest(db, day);
  };
  const job = startJob({
    name: "hits",
    first: FLUSH_INTERVAL,
    interval: FLUSH_INTERVAL,
    run: write,
    failure: "Requests for redirects and missing pages were not counted.",
    log,
  });
  return {
    note({ method, headers }, kind, name) {
      const isPerson = describeUserAgent(headers["user-agent"] ?? "").bot === "";
      const isDocument = headers.accept?.includes("text/html") ?? false;
      if (method !== "GET" || !isPerson || !isDocument || isSpeculative(headers)) return;
      const counts = kind === "redirect" ? name : countablePath(name);
      if (counts === null) return;
      const key = `${kind} ${counts}`;
      const existing = counted.get(key);
      if (!existing && counted.size >= MAX_NAMES) return;
      counted.set(key, { kind, name: counts, hits: (existing?.hits ?? 0) + 1, lastAt: now() });
    },
    flush: job.run,
    async stop() {
      await job.run();
      await job.stop();
    },
  };
}

/**
 * All redirects, and the most requested missing paths, in an order that makes all instances lock rows alike.
 */
function topOf<Row extends { kind: Kind; name: string; hits: number }>(rows: Row[]): Row[] {
  const missing = rows.filter(({ kind }) => kind === "missing").sort((one, other) => other.hits - one.hits);
  const redirects = rows.filter(({ kind }) => kind === "redirect");
  return [...redirects, ...missing.slice(0, MAX_WRITTEN)].sort((one, other) =>
    `${one.kind} ${one.name}` < `${other.kind} ${other.name}` ? -1 : 1,
  );
}

async function dropRarest(db: RecordsDatabase, day: string): Promise<void> {
  const ofDay = and(eq(pathHits.kind, "missing"), eq(pathHits.day, day));
  const mostRequested = db
    .select({ name: pathHits.name })
    .from(pathHits)
    .where(ofDay)
    .orderBy(sql`${pathHits.hits} desc, ${pathHits.lastAt} desc`)
    .limit(MAX_MISSING);
  await db.delete(pathHits).where(and(ofDay, notInArray(pathHits.name, mostRequested)));
}

/** Requests in the last days. */
export interface Hits {
  kind: Kind;
  name: string;
  hits: number;
  lastAt: Timestamp;
}

export async function readHits(db: Pick<RecordsDatabase, "select">, now: Timestamp): Promise<Hits[]> {
  const rows = await db
    .select({
      kind: pathHits.kind,
      name: pathHits.name,
      hits: sum(pathHits.hits),
      lastAt: max(pathHits.lastAt),
    })
    .from(pathHits)
    .where(
      and(
        gte(pathHits.day, dayOf(now - (KEPT_DAYS - 1) * ONE_DAY)),
        inArray(pathHits.kind, ["redirect", "missing"]),
      ),
    )
    .groupBy(pathHits.kind, pathHits.name);
  return rows.map(({ hits, lastAt, ...row }) => ({
    ...row,
    hits: Number(hits),
    lastAt: lastAt?.getTime() ?? 0,
  }));
}

function dayOf(time: Timestamp): string {
  return new Date(time).toISOString().slice(0, 10);
}

/**
 * A path without a page as it is counted; null for paths that may identify a person (email addresses, numbers, tokens) or that are no
 * pages, such as files and targets of scanners.
 */
export function countablePath(requested: string): string | null {
  const path = trimTrailingSlashes(requested);
  if (path === "" || path.length > MAX_PATH_LENGTH || !isPlainPath(path) || isReservedPath(path)) return null;
  const segments = path.slice(1).split("/");
  if (segments.length > MAX_SEGMENTS || !segments.every(isHarmless)) return null;
  const [, ending] = (segments.at(-1) ?? "").split(/\.(?=[^.]*$)/);
  return ending === undefined || PAGE_ENDINGS.includes(ending.toLowerCase()) ? path : null;
}

function isHarmless(segment: string): boolean {
  if (segment.length > MAX_SEGMENT_LENGTH || segment.startsWith(".") || /@|%40/i.test(segment)) return false;
  if (/\d{5}/.test(segment)) return false;
  return !segment.split(/[-_.]/).some((word) => word.length >= TOKEN_LENGTH && /\d/.test(word));
}
