import { type FormId, LEAD_FORM_IDS, type LeadValues, type Locale } from "@marquee/contract";
import { LeadBodySchema } from "@marquee/contract/schema";
import { Compile } from "typebox/compile";
import { storableText } from "../../platform/http/storableText.ts";

/** A submitted form. Its fields are trimmed but not yet checked. */
export interface LeadSubmission {
  formId: FormId;
  locale: Locale;
  path: string;
  location: string;
  values: LeadValues;
  /** Value of the honeypot field. */
  homepage: string;
  /** Null from a browser without JavaScript that has not confirmed the form yet. */
  submissionId: string | null;
  ticket: string;
  search: string;
  referrer: string;
  department: string;
}

const validator = Compile(LeadBodySchema);

/**
 * Parses the body of `POST /leads`: JSON, or form fields, where all values are strings. Unstorable characters are removed, because people could not
 * find them in their input.
 * @returns null if our forms cannot have sent it.
 */
export function parseLeadBody(body: unknown): LeadSubmission | null {
  if (typeof body !== "object" || body === null) return null;
  const fields = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === "string" ? storableText(value) : value,
    ]),
  );
  fields.formId = toFormId(fields.formId);
  if (!validator.Check(fields)) return null;
  const { formId, locale, path, submissionId, location, homepage, ticket, search, referrer, department } =
    fields;
  const { email = "", name = "", companySize = "", message = "" } = fields;
  return {
    formId,
    locale,
    path,
    location: location ?? "",
    values: {
      email: email.trim(),
      name: name.trim(),
      companySize: companySize.trim(),
      message: message.trim(),
    },
    homepage: homepage ?? "",
    submissionId: submissionId ?? null,
    ticket: ticket ?? "",
    search: search ?? "",
    referrer: referrer ?? "",
    department: department ?? "",
  };
}

function toFormId(value: unknown): unknown {
  return LEAD_FORM_IDS.find((id) => String(id) === value) ?? value;
}
