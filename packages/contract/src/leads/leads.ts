import { isEmailAddress, isWorkEmail, MAX_EMAIL_LENGTH } from "../kernel/email.ts";
import type { Locale } from "../kernel/locales.ts";

/** Forms of the meeting-scheduling router (specification, section 7). */
export const LEAD_FORM_IDS = [1006, 1299, 1176, 1763, 1871] as const;

/** 1006: contact sales; 1299: its landing page version; 1176: the enterprise sales modal; 1763: a demo; 1871: a demo of the AI. */
export type LeadFormId = (typeof LEAD_FORM_IDS)[number];

/** The sign-up form has no number, because it does not lead to a meeting. */
export type FormId = LeadFormId | "sign-up";

export const LEAD_KINDS = ["sales", "demo", "sign-up"] as const;

export type LeadKind = (typeof LEAD_KINDS)[number];

/** Number of people in the company, as the ranges that forms offer. */
export const COMPANY_SIZES = ["1-10", "11-50", "51-200", "201-1000", "1001+"] as const;

export type CompanySize = (typeof COMPANY_SIZES)[number];

/** Values of a form. Fields that the form does not have are empty. */
export interface LeadValues {
  email: string;
  name: string;
  companySize: string;
  message: string;
}

export type LeadField = keyof LeadValues;

/** Problem of a field: empty, not valid for the field, an address at a free email provider, or too long. */
export type LeadProblem = "required" | "invalid" | "freeMail" | "tooLong";

export type LeadProblems = Partial<Record<LeadField, LeadProblem>>;

/** Response of `GET /leads/ticket?submission=<uuid>`: proof of when the visitor started the form. */
export interface LeadTicketAnswer {
  ticket: string;
}

/** Response of `POST /leads` with status 200. */
export interface LeadAnswer {
  /** URL to book a meeting, with the email address filled in if the route supports it; null if someone will reply instead. */
  meetingUrl: string | null;
  /** The URL for a frame on the page; null if the booking page opens in a new tab. */
  meetingFrameUrl: string | null;
}

/** Error body of `POST /leads`: 422 with `problems`, other statuses with a code only. */
export interface LeadErrorAnswer {
  error: { code: "invalid" | "too_many_requests" | "forbidden" | "unavailable"; message: string };
  problems?: LeadProblems;
}

/** Result of a form that was submitted without JavaScript. The document shows it instead of an empty form. */
export type SubmittedLead = { formId: FormId; email: string } & (
  | { outcome: "sent"; meetingUrl: string | null }
  | { outcome: "invalid" | "too_many_requests" | "unavailable"; values: LeadValues; problems: LeadProblems }
  /** Nothing is stored yet: the form is sent again with this proof. */
  | { outcome: "confirm"; values: LeadValues; proof: LeadProof }
);

/** Proof that a form was sent some time after its ticket was issued, as hidden fields. */
export interface LeadProof {
  submissionId: string;
  ticket: string;
}

/** The body of a webhook: a lead as stored. */
export interface LeadRecord {
  id: string;
  /** Sample data, to test the webhook. Missing in real leads. */
  isTest?: true;
  formId: LeadFormId | null;
  kind: LeadKind;
  email: string;
  companySize: CompanySize | null;
  message: string;
  name: string;
  locale: Locale;
  pagePath: string;
  /** Part of the page where the form was opened. */
  location: string;
  /** Campaign parameters and referrer; empty without the visitor's consent to analytics. */
  attribution: Record<string, string>;
  /** Name of the routing rule that matched: `sales/enterprise`; null for a sign-up. */
  route: string | null;
  meetingUrl: string | null;
  /** ISO 8601. */
  createdAt: string;
}

/** Maximum length of each field in characters. */
export const LEAD_MAX_LENGTHS: Record<LeadField, number> = {
  email: MAX_EMAIL_LENGTH,
  name: 200,
  companySize: 20,
  message: 4000,
};

/** The router of a form: 1763 and 1871 use the demo router (specification, section 7), all other numbers the sales router. */
export function kindOf(formId: FormId): LeadKind {
  if (formId === "sign-up") return "sign-up";
  return formId === 1763 || formId === 1871 ? "demo" : "sales";
}

const FIELDS: Record<LeadKind, readonly LeadField[]> = {
  sales: ["email", "name", "companySize", "message"],
  demo: ["email", "name", "companySize", "message"],
  "sign-up": ["email"],
};
const REQUIRED: Record<LeadKind, readonly LeadField[]> = {
  sales: ["email", "companySize", "message"],
  demo: ["email", "companySize"],
  "sign-up": ["email"],
};

/** Fields of a form, in display order. */
export function fieldsOf(kind: LeadKind): readonly LeadField[] {
  return FIELDS[kind];
}

export function isRequired(kind: LeadKind, field: LeadField): boolean {
  return REQUIRED[kind].includes(field);
}

/**
 * Validates one field. Sales and demo forms require a work email address; a sign-up accepts any.
 * @param freeDomains domains of free email providers, in lower case.
 * @returns the problem, or null if the field is valid.
 */
export function checkLeadField(
  kind: LeadKind,
  field: LeadField,
  value: string,
  freeDomains: ReadonlySet<string>,
): LeadProblem | null {
  const text = value.trim();
  if (text === "") return isRequired(kind, field) ? "required" : null;
  if (text.length > LEAD_MAX_LENGTHS[field]) return "tooLong";
  if (field === "companySize") return (COMPANY_SIZES as readonly string[]).includes(text) ? null : "invalid";
  if (field !== "email") return null;
  if (!isEmailAddress(text)) return "invalid";
  return kind === "sign-up" || isWorkEmail(text, freeDomains) ? null : "freeMail";
}

/** Validates a whole form: at most one problem per field; empty if it is valid. */
export function checkLead(
  kind: LeadKind,
  values: LeadValues,
  freeDomains: ReadonlySet<string>,
): LeadProblems {
  const problems: LeadProblems = {};
  for (const field of fieldsOf(kind)) {
    const problem = checkLeadField(kind, field, values[field], freeDomains);
    if (problem) problems[field] = problem;
  }
  return problems;
}
