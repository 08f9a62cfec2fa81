import { isEmailAddress, isWorkEmail } from "./email.ts";
import {
  COMPANY_SIZES,
  type FormId,
  type LeadField,
  type LeadKind,
  type LeadProblem,
  type LeadProblems,
  type LeadValues,
} from "./leads.types.ts";

/** Characters a field may hold; an address is bounded by RFC 5321, section 4.5.3.1. */
export const LEAD_MAX_LENGTHS: Record<LeadField, number> = {
  email: 254,
  name: 200,
  companySize: 20,
  message: 4000,
};

/** A form sent sooner after it was begun than this was not filled in by a person, in milliseconds. */
export const LEAD_MIN_AGE = 3000;

/** 1763 and 1871 use the demo router (specification, section 7), every other number the sales router. */
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

/** Fields of a form, in the order in which they stand. */
export function fieldsOf(kind: LeadKind): readonly LeadField[] {
  return FIELDS[kind];
}

export function isRequired(kind: LeadKind, field: LeadField): boolean {
  return REQUIRED[kind].includes(field);
}

/**
 * What is wrong with one field, or null. Sales and demo forms want an address at work; a sign-up takes any.
 * @param freeDomains domains of free mail providers, in lower case.
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

/** Problems of a whole form: at most one per field; empty if it is valid. */
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
