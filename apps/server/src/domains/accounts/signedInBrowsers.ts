import { type Milliseconds, ONE_SECOND, type Timestamp } from "@marquee/contract";
import { parseCookie } from "cookie";
import type { Logger } from "pino";
import type { IsSignedIn } from "../../ingest/exclusions.ts";
import type { Config } from "../../platform/config/config.ts";
import { hasOwnHost } from "../../platform/http/hosts.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { digestOf } from "../../platform/storage/tokens.ts";
import { isAlive, sessionCookieName } from "./sessions.ts";
import { createStaffCookie } from "./staffCookie.ts";
import { sessions } from "./tables.ts";

interface SignedInOptions {
  db: Pick<RecordsDatabase, "select">;
  now: () => Timestamp;
  isSecure: boolean;
  log: Pick<Logger, "warn">;
}

/** Ended sessions count as alive for at most this long. */
const MAX_AGE: Milliseconds = 15 * ONE_SECOND;
/** An unknown session, which may have just started, triggers a new read at most this often. */
const MIN_AGE: Milliseconds = ONE_SECOND;

/**
 * Checks sessions against a copy in memory, because visitors send events all the time. Without a console cookie, nothing is read, and forged cookies
 * cause at most one read a second. There are only as many sessions as people signed in, so all are read together.
 */
export function createSignedInBrowsers({ db, now, isSecure, log }: SignedInOptions): IsSignedIn {
  const name = sessionCookieName(isSecure);
  let alive: ReadonlySet<string> = new Set();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  const read = async () => {
    try {
      const rows = await db.select().from(sessions);
      alive = new Set(rows.filter((row) => isAlive(row, now())).map(({ id }) => id));
    } catch (error) {
      log.warn({ err: error }, "Failed to read who is signed in; using the last known state.");
    }
    readAt = now();
    reading = null;
  };

  return async (cookies) => {
    if (!cookies?.includes(name)) return false;
    const { [name]: token } = parseCookie(cookies);
    if (!token) return false;
    const id = digestOf(token);
    const age = now() - readAt;
    if (age > MAX_AGE || (age > MIN_AGE && !alive.has(id))) {
      reading ??= read();
      await reading;
    }
    return alive.has(id);
  };
}

interface CheckOptions extends Omit<SignedInOptions, "isSecure"> {
  config: Pick<Config, "publicUrl" | "consoleUrl">;
}

/** Whether a browser on the site is signed in to the console, even if the console has its own host, whose cookie does not reach the site. */
export function createSignedInCheck({ config, ...options }: CheckOptions): IsSignedIn {
  const isSecure = config.publicUrl.startsWith("https:");
  if (!hasOwnHost(config)) return createSignedInBrowsers({ ...options, isSecure });
  const staffCookie = createStaffCookie(isSecure);
  return async (cookies) => staffCookie.isIn(cookies);
}
