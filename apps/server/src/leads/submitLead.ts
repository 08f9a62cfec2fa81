import { createHmac } from "node:crypto";
import {
  checkLead,
  emailDomainOf,
  kindOf,
  type LeadDestination,
  type LeadKind,
  type LeadProblems,
  type MeetingRoutes,
  type Milliseconds,
  meetingUrl,
  ONE_HOUR,
  ONE_SECOND,
  routeLead,
  type Timestamp,
} from "@marquee/contract";
import domains from "email-providers";
import type { RateLimit } from "../http/rateLimit.ts";
import type { HashEmail } from "../identities/names.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import type { SigningKey } from "../storage/records/signingKeys.ts";
import { consentedVisitorOf } from "../visitor/provenVisitor.ts";
import { attributionOf } from "./attribution.ts";
import { findLead, insertLead, type LeadRow, type NewLead } from "./leadStore.ts";
import type { LeadTickets } from "./leadTickets.ts";
import { leadVisitOf } from "./leadVisit.ts";
import type { LeadSubmission } from "./parseLeadBody.ts";
import type { Schedulers } from "./schedulers.ts";

/** Lowercase domains of free and disposable email providers, about 8,000. */
const FREE_MAIL_DOMAINS: ReadonlySet<string> = new Set(domains);

/** Time that a person needs at least for a form. A sign-up has one field, which browsers fill in. */
const MIN_AGES: Record<LeadKind, Milliseconds> = {
  sales: 3 * ONE_SECOND,
  demo: 2 * ONE_SECOND,
  "sign-up": ONE_SECOND,
};

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
  | { outcome: "too_many_requests"; retryAfter: number };

/** Checks a form, stores it as a lead and returns its meeting URL. A form sent again gets the same result. */
export async function submitLead(
  intake: LeadDependencies,
  sent: LeadSubmission,
  sender: Sender,
): Promise<LeadOutcome> {
  const problems = checkLead(kindOf(sent.formId), sent.values, FREE_MAIL_DOMAINS);
  if (Object.keys(problems).length > 0) return { outcome: "invalid", problems };
  const submissionId = sent.submissionId ?? contentId(sent, intake);
  const known = await findLead(intake.db, submissionId);
  if (known) return sentWith(intake, known);
  const retryAfter = intake.limit.take(sender.address);
  if (retryAfter !== null) return { outcome: "too_many_requests", retryAfter };
  const lead = toLead(intake, sent, sender, submissionId);
  const destinations = lead.isSpam ? [] : intake.destinations();
  const anonymousId = consentedVisitorOf(sender.cookies);
  return sentWith(intake, await insertLead(intake, lead, { anonymousId, destinations }));
}

function sentWith({ schedulers }: LeadDependencies, { submissionId, meetingUrl }: LeadRow): LeadOutcome {
  const meetingFrameUrl = schedulers.frameUrlOf(meetingUrl);
  return { outcome: "sent", submissionId, meetingUrl, meetingFrameUrl };
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
    pagePath: sent.path,
    location: sent.location,
    attribution: attributionOf({ cookies: sender.cookies, search, referrer }),
    visit: leadVisitOf(sender),
    route: route?.name ?? null,
    meetingUrl: route?.link ? meetingUrl(route.link, email) : null,
    isSpam: looksLikeSpam(intake, sent, sender),
    createdAt: new Date(intake.now()),
  };
}

/**
 * Whether a form looks like spam: the honeypot field is filled, or our script sent it faster than a person can write or without a valid ticket.
 * Such a form is stored and answered like any other but marked, because a person may have sent it.
 */
function looksLikeSpam({ tickets }: LeadDependencies, sent: LeadSubmission, { isPlain }: Sender): boolean {
  if (sent.homepage !== "") return true;
  if (isPlain) return false;
  const age = tickets.ageOf(sent.ticket, sent.submissionId ?? "");
  return age === null || age < MIN_AGES[kindOf(sent.formId)];
}

/** Submission ID for a form from a browser without JavaScript: identical forms within the same clock hour get the same ID. */
function contentId({ formId, values }: LeadSubmission, { key, now }: LeadDependencies): string {
  const hour = Math.floor(now() / ONE_HOUR);
  const digest = createHmac("sha256", key())
    .update(JSON.stringify([formId, values, hour]))
    .digest("hex");
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
