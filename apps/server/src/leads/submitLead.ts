import { createHmac } from "node:crypto";
import {
  checkLead,
  emailDomainOf,
  kindOf,
  LEAD_MIN_AGE,
  type LeadProblems,
  type MeetingRoutes,
  meetingUrl,
  ONE_HOUR,
  routeLead,
  type Timestamp,
} from "@marquee/contract";
import domains from "email-providers";
import type { RateLimit } from "../http/rateLimit.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { attributionOf } from "./attribution.ts";
import { findLead, insertLead, type NewLead } from "./leadStore.ts";
import type { LeadTickets } from "./leadTickets.ts";
import type { LeadSubmission } from "./parseLeadBody.ts";

/** Domains of free and throw-away mail providers, in lower case; some eight thousand. */
const FREE_MAIL_DOMAINS: ReadonlySet<string> = new Set(domains);

/** Dependencies of {@link takeLead}. */
export interface LeadDependencies {
  db: RecordsDatabase;
  tickets: LeadTickets;
  limit: RateLimit;
  routes: () => MeetingRoutes;
  /** Recognises a form that was sent twice by a browser without script. */
  key: string;
  hasWebhook: boolean;
  now: () => Timestamp;
}

/** Who sends a form, and how. */
export interface Sender {
  /** Counted against the rate limit and forgotten. */
  address: string;
  cookies: string;
  /** Sent by the browser itself, without our script. */
  isPlain: boolean;
}

export type LeadOutcome =
  | { outcome: "sent"; submissionId: string; meetingUrl: string | null }
  | { outcome: "invalid"; problems: LeadProblems }
  | { outcome: "too_many_requests"; retryAfter: number };

/** Checks a form, stores it as a lead and says where to pick a time. The same form sent again gets the same answer. */
export async function submitLead(
  intake: LeadDependencies,
  sent: LeadSubmission,
  sender: Sender,
): Promise<LeadOutcome> {
  const problems = checkLead(kindOf(sent.formId), sent.values, FREE_MAIL_DOMAINS);
  if (Object.keys(problems).length > 0) return { outcome: "invalid", problems };
  const submissionId = sent.submissionId ?? contentId(sent, intake);
  const known = await findLead(intake.db, submissionId);
  if (known) return { outcome: "sent", submissionId, meetingUrl: known.meetingUrl };
  const retryAfter = intake.limit.take(sender.address);
  if (retryAfter !== null) return { outcome: "too_many_requests", retryAfter };
  const { meetingUrl } = await insertLead(intake.db, toLead(intake, sent, sender, submissionId));
  return { outcome: "sent", submissionId, meetingUrl };
}

function toLead(
  intake: LeadDependencies,
  sent: LeadSubmission,
  sender: Sender,
  submissionId: string,
): NewLead {
  const { formId, locale, values, search, referrer } = sent;
  const kind = kindOf(formId);
  const email = values.email;
  const companySize = (values.companySize || null) as NewLead["companySize"];
  const emailDomain = emailDomainOf(email) ?? "";
  const route = routeLead(intake.routes(), { kind, companySize: companySize ?? null, locale, emailDomain });
  const isSpam = looksLikeSpam(intake, sent, sender);
  const createdAt = new Date(intake.now());
  return {
    submissionId,
    formId: formId === "sign-up" ? null : formId,
    kind,
    email,
    companySize,
    message: values.message,
    name: values.name,
    locale,
    pagePath: sent.path,
    location: sent.location,
    attribution: attributionOf({ cookies: sender.cookies, search, referrer }),
    route: route?.name ?? null,
    meetingUrl: route?.link ? meetingUrl(route.link, email) : null,
    isSpam,
    createdAt,
    ...(intake.hasWebhook && !isSpam
      ? { webhookState: "pending", webhookNextAt: createdAt }
      : { webhookState: "none" }),
  };
}

/**
 * A filled field that people do not see, or a form sent by script sooner than a person can write or without a ticket of ours.
 * It is kept and answered like any other, and marked: there may be a person behind it.
 */
function looksLikeSpam({ tickets }: LeadDependencies, sent: LeadSubmission, { isPlain }: Sender): boolean {
  if (sent.homepage !== "") return true;
  if (isPlain) return false;
  const age = tickets.ageOf(sent.ticket, sent.submissionId ?? "");
  return age === null || age < LEAD_MIN_AGE;
}

/** Without script a form has no id of its own: the same words within the hour are the same submission. */
function contentId({ formId, values }: LeadSubmission, { key, now }: LeadDependencies): string {
  const hour = Math.floor(now() / ONE_HOUR);
  const digest = createHmac("sha256", key)
    .update(JSON.stringify([formId, values, hour]))
    .digest("hex");
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
