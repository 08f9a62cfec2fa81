import {
  CONSENT_GROUPS,
  cutText,
  DEPARTMENT_KEY,
  type FormId,
  hasConsentCookie,
  type LeadAnswer,
  type LeadErrorAnswer,
  type LeadProblems,
  type LeadTicketAnswer,
  type LeadValues,
  type Locale,
  type Milliseconds,
  ONE_SECOND,
  readDepartment,
} from "@marquee/contract";

/** A form being filled in. Its ID makes repeated sends harmless; its ticket proves when the visitor started. */
export interface Submission {
  id: string;
  /** Requests the ticket, once. Call on the first interaction with the form. */
  begin(): void;
  /**
   * Resolves to the ticket. If the visitor leaves before it arrives, resolves to an empty one, so that the form is at least stored as possible
   * spam.
   * @throws when the ticket cannot be fetched; the next call tries again.
   */
  ticket(): Promise<string>;
}

/** A completed form, ready to be sent. */
export interface OutgoingLead {
  formId: FormId;
  locale: Locale;
  path: string;
  location: string;
  values: LeadValues;
  /** Value of the honeypot field. */
  homepage: string;
}

export type FailureReason = "offline" | "unavailable" | "tooMany";

export type SendOutcome =
  | ({ outcome: "sent" } & LeadAnswer)
  | { outcome: "invalid"; problems: LeadProblems }
  | { outcome: "failed"; reason: FailureReason };

const MAX_ADDRESS_LENGTH = 4000;
const TIMEOUT: Milliseconds = 15 * ONE_SECOND;

/** Sends a form. Never throws. Sending the same submission again is harmless, because the server recognizes its ID. */
export async function sendLead(lead: OutgoingLead, submission: Submission): Promise<SendOutcome> {
  try {
    const ticket = await submission.ticket();
    const { values, ...rest } = lead;
    const response = await fetch("/leads", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...rest, ...values, ...arrival(), submissionId: submission.id, ticket }),
      // Completes even if the visitor leaves.
      keepalive: true,
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return await readResponse(response);
  } catch {
    return { outcome: "failed", reason: navigator.onLine ? "unavailable" : "offline" };
  }
}

async function readResponse(response: Response): Promise<SendOutcome> {
  if (response.ok) {
    return { outcome: "sent", ...((await response.json()) as LeadAnswer) };
  }
  if (response.status === 429) return { outcome: "failed", reason: "tooMany" };
  if (response.status !== 422) return { outcome: "failed", reason: "unavailable" };
  const { problems = {} } = (await response.json()) as LeadErrorAnswer;
  return { outcome: "invalid", problems };
}

/** Query string, referrer and department of the visit, only with analytics consent; the server checks the consent again. */
function arrival(): { search?: string; referrer?: string; department?: string } {
  if (!hasConsentCookie(document.cookie, CONSENT_GROUPS.analytics)) return {};
  return {
    search: cutText(location.search, MAX_ADDRESS_LENGTH),
    referrer: cutText(document.referrer, MAX_ADDRESS_LENGTH),
    department: readDepartment(() => localStorage.getItem(DEPARTMENT_KEY)) ?? "",
  };
}

/** Creates a submission. It is kept in memory only, as long as its form is shown; nothing is stored in the browser. */
export function createSubmission(): Submission {
  const id = createId();
  let pending: Promise<string> | undefined;
  const request = () => {
    pending ??= fetchTicket(id).catch((error: unknown) => {
      pending = undefined;
      throw error;
    });
    return pending;
  };
  return {
    id,
    begin() {
      request().catch(() => undefined);
    },
    async ticket() {
      const answered = new AbortController();
      const leaving = new Promise<string>((resolve) => {
        window.addEventListener("pagehide", () => resolve(""), { once: true, signal: answered.signal });
      });
      return Promise.race([request(), leaving]).finally(() => answered.abort());
    },
  };
}

async function fetchTicket(id: string): Promise<string> {
  const response = await fetch(`/leads/ticket?submission=${id}`, { cache: "no-store" });
  if (!response.ok) throw new Error(`The ticket was rejected (${response.status}).`);
  const { ticket } = (await response.json()) as LeadTicketAnswer;
  return ticket;
}

/** A random UUID (version 4). `crypto.randomUUID` is not available on pages without TLS. */
function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3})(.{4})(.{12})$/, "$1-$2-4$3-$4-$5").replace(/^(.{19})./, "$1a");
}
