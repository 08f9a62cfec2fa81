import { ONE_SECOND, type Timestamp } from "@marquee/contract";
import type { Logger } from "pino";
import { consoleLink } from "../../platform/http/consoleLink.ts";
import { startJob } from "../../platform/jobs/startJob.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { Mailer } from "../mail/createMailer.ts";
import { listScheduled, publishDue, type ScheduledDraft } from "./schedules.ts";
import type { Publishing } from "./startPublishing.ts";

/** Publishes drafts at their time. */
export interface Schedules {
  /** Looks for the next due draft, because a schedule was changed. Returns immediately. */
  wake(): void;
  stop(): Promise<void>;
}

export interface SchedulesOptions {
  db: RecordsDatabase;
  publishing: Publishing;
  mailer: Pick<Mailer, "isConnected" | "sendNotPublished">;
  consoleUrl: string;
  now: () => Timestamp;
  log: Pick<Logger, "warn">;
}

/** Interval for finding drafts scheduled by other instances. */
const POLL_INTERVAL = 15 * ONE_SECOND;

/** Publishes overdue drafts, then each scheduled draft at its time, until stopped. Every instance runs this; only one publishes each draft. */
export function startSchedules(options: SchedulesOptions): Schedules {
  const { db, now, log } = options;
  const onProblem = (draft: ScheduledDraft, problem: string) => tell(options, draft, problem);
  return startJob({
    name: "schedules",
    interval: POLL_INTERVAL,
    async run({ nextIn }) {
      await publishDue({ ...options, onProblem });
      const [next] = await listScheduled(db);
      if (next) nextIn(Math.max(0, Math.min(next.at - now(), POLL_INTERVAL)));
    },
    failure: "Failed to publish scheduled drafts; trying again in 15 seconds.",
    log,
  });
}

/** The console also shows the problem, so a failed email is not retried. */
async function tell(
  { mailer, consoleUrl, log }: SchedulesOptions,
  { id, name, by }: ScheduledDraft,
  problem: string,
): Promise<void> {
  log.warn({ draft: id, problem }, "A scheduled draft was not published.");
  if (!mailer.isConnected()) return;
  try {
    await mailer.sendNotPublished(by, { name, problem, url: consoleLink(consoleUrl, "/publications") });
  } catch (error) {
    log.warn({ err: error }, "Failed to send an email that a scheduled draft was not published.");
  }
}
