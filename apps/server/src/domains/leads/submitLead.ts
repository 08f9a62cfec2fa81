import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  checkLead,
  emailDomainOf,
  kindOf,
  type LeadDestination,
  type LeadKind,
  type LeadProblems,
  type LeadProof,
  type MeetingRoutes,
  type Milliseconds,
  meetingUrl,
  ONE_HOUR,
  ONE_SECOND,
  redactUrl,
  routeLead,
  type Timestamp,
} from "@marquee/contract";
import domains from "email-providers";
import type { Logger } from "pino";
import { RecordsUnavailableError } from "../../platform/errors/recordsError.ts";
import type { RateLimit } from "../../platform/http/rateLimit.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { SigningKey } from "../../platform/storage/records/signingKeys.ts";
import { consentedVisitorOf } from "../../platform/visitor/provenVisitor.ts";
import type { HashEmail } from "../people/identities/names.ts";
import { attributionOf } from "./attribution.ts";
import type { LeadSpool } from "./leadSpool.ts";
import { findLead, insertLead, type NewLead } from "./leadStore.ts";
import type { LeadTickets } from "./leadTickets.ts";
import { leadVisitOf } from "./leadVisit.ts";
import type { LeadSubmission } from "./parseLeadBody.ts";
import type { Schedulers } from "./schedulers.ts";

/** Lowercase domains of free and disposable email providers, about 8,000. */
const FREE_MAIL_DOMAINS: ReadonlySet<string> = new Set(domains);

/** Minimum time that a person needs for a form. A sign-up has one field, which browsers fill in. */
const MIN_AGES: Record<LeadKind, Milliseconds> = {
  sales: 3 * ONE_SECOND,
  demo: 2 * ONE_SECOND,
  "sign-up": ONE_SECOND,
};

/** Minimum time that a person needs to find the button of a filled-in form. */
const MIN_CONFIRM_AGE: Milliseconds = ONE_SECOND;

/** Dependencies of {@link submitLead}. */
export interface LeadDependencies {
  db: RecordsDatabase;
  hashEmail: HashEmail;
  tickets: LeadTickets;
  limit: RateLimit;
  routes: () => MeetingRoutes;
  schedulers: Schedulers;
  /** Key for the submission IDs of forms from browsers without JavaScript. */
  key: SigningKey;
  /** Where new leads are delivered. */
  destinations: () => LeadDestination[];
  spool: Pick<LeadSpool, "add" | "find">;
  log: Pick<Logger, "warn">;
  now: () => Timestamp;
}

/** The client that sends a form. */
export interface Sender {
  /** IP address; used for the rate limit and not stored. */
  address: string;
  cookies: string;
  userAgent: string;
  /** ISO 3166-1 code, or empty. */
  country: string;
  /** True if the browser sent the form itself, without our script. */
  isPlain: boolean;
}

export type LeadOutcome =
  | { outcome: "sent"; submissionId: string; meetingUrl: string | null; meetingFrameUrl: string | null }
  | { outcome: "invalid"; problems: LeadProblems }
  | { outcome: "confirm"; proof: LeadProof }
  | { outcome: "too_many_requests"; retryAfter: number };

/** Visitors don't wait longer for an unresponsive record store; their form waits on disk. */
const STORE_TIMEOUT: Milliseconds = 5 * ONE_SECOND;

/**
 * Checks a form, stores it as a lead and returns its meeting URL. A form sent again gets the same result. While the record store is unavailable, the form is
 * kept on disk and stored later.
 */
export async function submitLead(
  intake: LeadDependencies,
  sent: LeadSubmission,
  sender: Sender,
): Promise<LeadOutcome> {
  const problems = checkLead(kindOf(sent.formId), sent.values, FREE_MAIL_DOMAINS);
  if (Object.keys(problems).length > 0) return { outcome: "invalid", problems };
  const proof = proofToAskFor(intake, sent, sender);
  if (proof) return { outcome: "confirm", proof };
  const submissionId = sent.submissionId ?? contentId(sent, intake);
  const waiting = await intake.spool.find(submissionId);
  if (waiting) return sentWith(intake, waiting.lead);
  const lookup = await orNull(intake, findLead(intake.db, submissionId));
  if (lookup?.result) return sentWith(intake, lookup.result);
  const retryAfter = intake.limit.take(sender.address);
  if (retryAfter !== null) return { outcome: "too_many_requests", retryAfter };
  const lead = toLead(intake, sent, sender, submissionId);
  const destinations = lead.isSpam ? [] : intake.destinations();
  const anonymousId = consentedVisitorOf(sender.cookies);
  const origin = { anonymousId, destinations };
  const stored = lookup && (await orNull(intake, insertLead(intake, lead, origin)));
  if (stored) return sentWith(intake, stored.result);
  await intake.spool.add({ lead, origin });
  return sentWith(intake, lead);
}

/** @returns null when the record store fails or does not respond in time. The operation may still complete, which is harmless. */
async function orNull<Result>(
  { log }: LeadDependencies,
  task: Promise<Result>,
): Promise<{ result: Result } | null> {
  const tooLong = sleep(STORE_TIMEOUT, null, { ref: false });
  try {
    return await Promise.race([task.then((result) => ({ result })), tooLong]);
  } catch (error) {
    log.warn({ err: error }, "The record store isn't accepting a form, which is waiting on disk.");
    return null;
  }
}

function sentWith(
  { schedulers }: LeadDependencies,
  { submissionId, meetingUrl = null }: Pick<NewLead, "submissionId" | "meetingUrl">,
): LeadOutcome {
  const meetingFrameUrl = schedulers.frameUrlOf(meetingUrl);
  return { outcome: "sent", submissionId, meetingUrl, meetingFrameUrl };
}

function toLead(
  intake: LeadDependencies,
  sent: LeadSubmission,
  sender: Sender,
  submissionId: string,
): NewLead {
  const { formId, locale, values, search, referrer, department } = sent;
  const kind = kindOf(formId);
  const email = values.email;
  const companySize = (values.companySize || null) as NewLead["companySize"];
  const emailDomain = emailDomainOf(email) ?? "";
  const routed = { kind, companySize: companySize ?? null, locale, emailDomain };
  const route = routeLead(
    intake.routes(),
    routed,
    intake.schedulers.linkOf(formId, { ...values, submissionId }),
  );
  return {
    submissionId,
    formId: formId === "sign-up" ? null : formId,
    kind,
    email,
    company: FREE_MAIL_DOMAINS.has(emailDomain) ? "" : emailDomain,
    companySize,
    message: values.message,
    name: values.name,
    locale,
    pagePath: redactUrl(sent.path),
    location: sent.location,
    attribution: attributionOf({ cookies: sender.cookies, search, referrer, department }),
    visit: leadVisitOf(sender),
    route: route?.name ?? null,
    meetingUrl: route?.link ? meetingUrl(route.link, email) : null,
    isSpam: looksLikeSpam(intake, sent, sender),
    createdAt: new Date(intake.now()),
  };
}

/**
 * Whether a form looks like spam: the honeypot field is filled, or our script sent it faster than a person can write or without a valid ticket.
 * Such a form is handled like any other but marked, because a person may have sent it.
 */
function looksLikeSpam({ tickets }: LeadDependencies, sent: LeadSubmission, { isPlain }: Sender): boolean {
  if (sent.homepage !== "") return true;
  if (isPlain) return false;
  const age = unlessUnavailable(() => tickets.ageOf(sent.ticket, sent.submissionId ?? ""));
  // Unknown while the key is unavailable.
  if (age === undefined) return false;
  return age === null || age < MIN_AGES[kindOf(sent.formId)];
}

/**
 * The proof that a form without script must be resent with; null if it was, or if the key is unavailable. A form with a filled honeypot field is stored as
 * spam immediately.
 */
function proofToAskFor(
  { tickets }: LeadDependencies,
  sent: LeadSubmission,
  sender: Sender,
): LeadProof | null {
  if (!sender.isPlain || sent.homepage !== "") return null;
  const submissionId = sent.submissionId ?? randomUUID();
  const age = unlessUnavailable(() => tickets.ageOf(sent.ticket, submissionId));
  if (age === undefined || (age !== null && age >= MIN_CONFIRM_AGE)) return null;
  const ticket = unlessUnavailable(() => tickets.issue(submissionId));
  return ticket === undefined ? null : { submissionId, ticket };
}

/** @returns undefined while the key for it is unavailable. */
function unlessUnavailable<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RecordsUnavailableError) return undefined;
    throw error;
  }
}

/** Submission ID for a form from a browser without JavaScript that came without a ticket, because none can be issued: identical forms within the same clock hour get the same ID. */
function contentId({ formId, values }: LeadSubmission, { key, now }: LeadDependencies): string {
  const hour = Math.floor(now() / ONE_HOUR);
  const signingKey = unlessUnavailable(key);
  if (signingKey === undefined) return randomUUID();
  const digest = createHmac("sha256", signingKey)
    .update(JSON.stringify([formId, values, hour]))
    .digest("hex");
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
