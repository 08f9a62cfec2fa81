import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, statSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Milliseconds, ONE_SECOND, type Timestamp } from "@marquee/contract";
import type { Logger } from "pino";
import { isUnreachable } from "../../platform/errors/isUnreachable.ts";
import { startJob } from "../../platform/jobs/startJob.ts";
import { writeAtomically } from "../../platform/storage/writeAtomically.ts";
import type { LeadOrigin, NewLead } from "./leadStore.ts";

/** A form waiting on disk until the record store accepts it. */
interface WaitingLead {
  lead: NewLead;
  origin: LeadOrigin;
}

/** Forms that are acknowledged but not yet in the record store. */
export interface LeadSpool {
  /**
   * Resolves once the form is on disk. A form with the same submission replaces it. @throws if it can't be written, or too many are
   * waiting.
   */
  add(waiting: WaitingLead): Promise<void>;
  find(submissionId: string): Promise<WaitingLead | null>;
  /** Number of waiting forms. */
  depth(): number;
  /** When the oldest waiting form arrived; null without any. */
  oldestAt(): Timestamp | null;
  /** Why the record store rejected the last form; null if it did. */
  lastError(): string | null;
  /** Waits for the form being stored. */
  stop(): Promise<void>;
}

interface LeadSpoolOptions {
  dir: string;
  /** Puts a form into the record store, unless its sender was deleted meanwhile. Idempotent. */
  store(waiting: WaitingLead): Promise<unknown>;
  /** Called after forms were stored. */
  onStored(): void;
  log: Pick<Logger, "warn">;
}

const RETRY_INTERVAL: Milliseconds = 5 * ONE_SECOND;
const UNREACHABLE = "The record store can't be reached.";
const REFUSED = "The record store rejected a form. The server's log says why.";
/** Plenty, because a site gets a few forms an hour, and senders are rate-limited. */
const MOST_WAITING = 10_000;

/**
 * Keeps each form in its own file. Only one process uses the data folder. Forms are tried in order of arrival; one that an available store rejects stays
 * without blocking the others.
 */
export function startLeadSpool({ dir, store, onStored, log }: LeadSpoolOptions): LeadSpool {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const files = readdirSync(dir).filter((name) => NAME.test(name));
  /** Arrival time of each file's form. */
  const names = new Map(files.map((name) => [name, statSync(join(dir, name)).mtimeMs]));
  let lastError: string | null = null;

  const drain = async (signal: AbortSignal) => {
    const waiting = await Promise.all([...names.keys()].map((name) => read(name)));
    const spooled = waiting.flatMap((each) => each ?? []);
    spooled.sort((a, b) => timeOf(a) - timeOf(b));
    let stored = 0;
    for (const each of spooled) {
      if (signal.aborted) break;
      try {
        await store(each);
        lastError = null;
        const name = nameOf(each.lead.submissionId);
        await rm(join(dir, name), { force: true });
        names.delete(name);
        stored += 1;
      } catch (error) {
        lastError = isUnreachable(error) ? UNREACHABLE : REFUSED;
        log.warn(
          { err: error },
          "A form is waiting on disk because the record store isn't accepting it. Trying again.",
        );
        if (isUnreachable(error)) break;
      }
    }
    if (stored > 0) onStored();
  };
  const read = async (name: string): Promise<WaitingLead | null> => {
    try {
      return parse(await readFile(join(dir, name), "utf8"));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT")
        log.warn({ err: error }, "A form waiting on disk can't be read.");
      return null;
    }
  };
  const job = startJob({
    name: "forms",
    interval: RETRY_INTERVAL,
    run: async ({ signal, skip }) => (names.size === 0 ? skip() : drain(signal)),
    failure: "Failed to store waiting forms.",
    log,
  });
  return {
    async add(waiting) {
      const name = nameOf(waiting.lead.submissionId);
      if (names.size >= MOST_WAITING && !names.has(name))
        throw new Error("Too many forms are waiting for the record store.");
      await writeAtomically(join(dir, name), JSON.stringify(waiting), { mode: 0o600, isDurable: true });
      names.set(name, Date.now());
    },
    async find(submissionId) {
      const name = nameOf(submissionId);
      return names.has(name) ? read(name) : null;
    },
    depth: () => names.size,
    oldestAt: () => (names.size === 0 ? null : Math.min(...names.values())),
    lastError: () => (names.size === 0 ? null : lastError),
    stop: job.stop,
  };
}

const NAME = /^[0-9a-f]{64}\.json$/;

/** A safe file name for any ID. */
function nameOf(submissionId: string): string {
  return `${createHash("sha256").update(submissionId).digest("hex")}.json`;
}

/** Only `add` writes these files. */
function parse(text: string): WaitingLead {
  const { lead, origin } = JSON.parse(text) as WaitingLead;
  return { lead: { ...lead, createdAt: new Date(lead.createdAt ?? 0) }, origin };
}

function timeOf({ lead }: WaitingLead): number {
  return lead.createdAt?.getTime() ?? 0;
}
