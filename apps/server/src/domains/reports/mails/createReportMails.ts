import { isEmailAddress, type Milliseconds, ONE_MINUTE, type SiteClock } from "@marquee/contract";
import type { ReportState, Schedule, ScheduleRecipient, ScheduleResponse } from "@marquee/contract/schema";
import type { Logger } from "pino";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { publicReason } from "../../../platform/errors/publicReason.ts";
import { consoleLink } from "../../../platform/http/consoleLink.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import type { SigningKeys } from "../../../platform/storage/records/signingKeys.ts";
import type { Channels } from "../../alerts/channels/createChannels.ts";
import type { AttemptResult } from "../../leads/deliveries/delivery.types.ts";
import { settled } from "../../leads/deliveries/startDeliveries.ts";
import type { Mail } from "../../mail/sendMail.ts";
import { createSignedLinks } from "../../mail/signedLinks.ts";
import type { CardParts } from "../answerCard.ts";
import { readSharedReport } from "../readSharedReport.ts";
import { findReport } from "../reportStore.ts";
import { reportMail } from "./reportMail.ts";
import { dueSlot, nextSlotAt } from "./scheduleSlot.ts";
import {
  claimReport,
  endReport,
  findSchedule,
  listRecipients,
  listSchedules,
  type RecipientRow,
  saveSchedule,
  settleReport,
} from "./scheduleStore.ts";

/** Reports by email. */
export interface ReportMails {
  /** Sends those that are due. A slot that passed while no server ran is sent once, late. */
  sendDue(signal: AbortSignal): Promise<void>;
  read(reportId: number): Promise<ScheduleResponse>;
  /** @throws {ApiError} bad_request for an invalid address. */
  save(reportId: number, schedule: Schedule, actor: string): Promise<ScheduleResponse>;
  /** Sends a test email of a report. Never throws. */
  sendNow(report: ReportState, email: string, signal: AbortSignal): Promise<AttemptResult>;
  /** Whether a link in a report is real. */
  isLink(token: string): boolean;
  /** Ends a report for the address that a link in it belongs to. */
  unsubscribe(token: string): Promise<void>;
}

interface ReportMailsOptions extends CardParts {
  db: RecordsDatabase;
  channels: Pick<Channels, "connected" | "sendMail">;
  keys: Pick<SigningKeys, "of">;
  consoleUrl: string;
  log: Pick<Logger, "warn">;
}

const UNSUBSCRIBE_PATH = "/reports/unsubscribe";
/** Paths and texts of the unsubscribe page. */
export const REPORT_UNSUBSCRIBING = {
  path: UNSUBSCRIBE_PATH,
  texts: {
    question: "Stop this report?",
    done: "You will no longer receive this report.",
    broken: "It is incomplete. Use the link in the latest email of the report.",
  },
};

/** Longer than reading a report and sending it can take. */
const LEASE: Milliseconds = 5 * ONE_MINUTE;

export function createReportMails(options: ReportMailsOptions): ReportMails {
  const { db, site, channels, keys, consoleUrl, now, log } = options;
  const links = createSignedLinks(keys.of("reports"));
  const clock = (): SiteClock => ({ now: now(), ...site.current() });
  const unsubscribeUrl = (reportId: number, email: string) =>
    `${consoleUrl}${UNSUBSCRIBE_PATH}/${links.sign(`${reportId}.${Buffer.from(email).toString("base64url")}`)}`;
  const recipientOf = (token: string) => {
    const [reportId = "", email = ""] = links.read(token)?.split(".") ?? [];
    return reportId && { reportId: Number(reportId), email: Buffer.from(email, "base64url").toString() };
  };
  const urlOf = ({ id, definition: { content } }: ReportState) =>
    content.kind === "board"
      ? consoleLink(consoleUrl, `/boards/${id}`)
      : consoleLink(consoleUrl, content.path) + (content.search && `?${content.search}`);
  const mailOf = async (state: ReportState, signal: AbortSignal) => {
    const report = await readSharedReport(options, state, { expiresAt: 0, signal });
    return (unsubscribeUrl: string | null) => reportMail(report, { url: urlOf(state), unsubscribeUrl });
  };

  const notRead = (error: unknown): AttemptResult => {
    log.warn({ err: error }, "Failed to read a report.");
    return { outcome: "failed", error: `The report could not be read: ${publicReason(error)}` };
  };

  const sendSlot = async (reportId: number, schedule: Schedule, signal: AbortSignal) => {
    const { day } = dueSlot(schedule, clock());
    const claim = () =>
      claimReport(db, { reportId, recipients: schedule.recipients, slot: day, now: now(), lease: LEASE });
    let write: ((unsubscribeUrl: string) => Omit<Mail, "to" | "id">) | null = null;
    for (let claimed = await claim(); claimed && !signal.aborted; claimed = await claim()) {
      const { email } = claimed;
      let result: AttemptResult;
      try {
        // The figures are read once for all recipients.
        write ??= await mailOf(await findReport(db, reportId, null), signal);
        const id = `report-${reportId}-${day}-${Buffer.from(email).toString("base64url")}`;
        const mail = { to: [email], id, ...write(unsubscribeUrl(reportId, email)) };
        result = await channels.sendMail(mail, signal);
      } catch (error) {
        result = notRead(error);
      }
      if (signal.aborted && result.outcome === "failed") return;
      await settleReport(db, claimed, settled(claimed, result, now()));
    }
  };

  const read = async (reportId: number): Promise<ScheduleResponse> => {
    const [schedule, rows] = await Promise.all([findSchedule(db, reportId), listRecipients(db, reportId)]);
    const isListed = ({ email, unsubscribedAt }: RecipientRow) =>
      schedule?.recipients.includes(email) || unsubscribedAt !== null;
    return {
      schedule,
      recipients: rows.filter(isListed).map(recipientState),
      nextAt: schedule?.isOn ? nextSlotAt(schedule, clock()) : null,
      isConnected: channels.connected().includes("email"),
    };
  };

  return {
    read,
    async sendDue(signal) {
      if (!channels.connected().includes("email")) return;
      for (const { reportId, schedule } of await listSchedules(db)) {
        if (signal.aborted) return;
        await sendSlot(reportId, schedule, signal);
      }
    },
    async save(reportId, requested, actor) {
      const recipients = [...new Set(requested.recipients.map((email) => email.trim().toLowerCase()))];
      const wrong = recipients.find((email) => !isEmailAddress(email));
      if (wrong !== undefined)
        throw new ApiError("bad_request", `${wrong} is not an email address. Correct or remove it.`);
      const schedule = { ...requested, recipients };
      const slot = dueSlot(schedule, clock()).day;
      await saveSchedule(db, { reportId, schedule, slot, actor, now: now() });
      return read(reportId);
    },
    async sendNow(report, email, signal) {
      try {
        const write = await mailOf(report, signal);
        return await channels.sendMail({ to: [email], ...write(null) }, signal);
      } catch (error) {
        return notRead(error);
      }
    },
    isLink: (token) => links.read(token) !== null,
    async unsubscribe(token) {
      const recipient = recipientOf(token);
      if (recipient) await endReport(db, recipient, now());
    },
  };
}

function recipientState({
  email,
  state,
  attemptedAt,
  error,
  unsubscribedAt,
}: RecipientRow): ScheduleRecipient {
  const at = attemptedAt?.getTime() ?? null;
  if (unsubscribedAt !== null) return { email, state: "unsubscribed", at, error: null };
  return { email, state: at === null ? "waiting" : state, at, error };
}
