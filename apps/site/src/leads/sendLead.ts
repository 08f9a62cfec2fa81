import {
  CONSENT_GROUPS,
  cookiesGrant,
  type FormId,
  type LeadAnswer,
  type LeadErrorAnswer,
  type LeadProblems,
  type LeadValues,
  type Locale,
  type Milliseconds,
  ONE_SECOND,
} from "@marquee/contract";
import type { Submission } from "./submission.ts";

/** A form ready to go. */
export interface OutgoingLead {
  formId: FormId;
  locale: Locale;
  path: string;
  location: string;
  values: LeadValues;
  /** What stands in the field that people do not see. */
  homepage: string;
}

export type FailureReason = "offline" | "unavailable" | "tooMany";

export type SendOutcome =
  | { outcome: "sent"; meetingUrl: string | null }
  | { outcome: "invalid"; problems: LeadProblems }
  | { outcome: "failed"; reason: FailureReason };

const TIMEOUT: Milliseconds = 15 * ONE_SECOND;

/** Sends a form. Never throws; sending the same submission again is harmless. */
export async function sendLead(lead: OutgoingLead, submission: Submission): Promise<SendOutcome> {
  try {
    const ticket = await submission.ticket();
    const { values, ...rest } = lead;
    const response = await fetch("/leads", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...rest, ...values, ...arrival(), submissionId: submission.id, ticket }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return await readAnswer(response);
  } catch {
    return { outcome: "failed", reason: navigator.onLine ? "unavailable" : "offline" };
  }
}

async function readAnswer(response: Response): Promise<SendOutcome> {
  if (response.ok) {
    const { meetingUrl } = (await response.json()) as LeadAnswer;
    return { outcome: "sent", meetingUrl };
  }
  if (response.status === 429) return { outcome: "failed", reason: "tooMany" };
  if (response.status !== 422) return { outcome: "failed", reason: "unavailable" };
  const { problems = {} } = (await response.json()) as LeadErrorAnswer;
  return { outcome: "invalid", problems };
}

/** What brought the visitor here; the server checks the consent once more. */
function arrival(): { search?: string; referrer?: string } {
  if (!cookiesGrant(document.cookie, CONSENT_GROUPS.analytics)) return {};
  return { search: location.search.slice(0, 4000), referrer: document.referrer.slice(0, 4000) };
}
