import { emailDomainOf, LEAD_MAX_LENGTHS, type LeadField, type LeadProblem } from "@marquee/contract";
import { fillTemplate } from "../sections/pricing/fillTemplate.ts";
import type { LeadFormCopy } from "./leadFormCopy.ts";

/** What is wrong with a field, said to the person who filled it in. */
export function problemText(
  { problems }: LeadFormCopy,
  field: LeadField,
  problem: LeadProblem,
  value: string,
): string {
  if (problem === "tooLong")
    return fillTemplate(problems.tooLong, {
      max: String(LEAD_MAX_LENGTHS[field]),
      length: String(value.trim().length),
    });
  if (field === "companySize") return problems.companySize.required;
  if (field !== "email") return problems.message.required;
  return fillTemplate(problems.email[problem], { domain: emailDomainOf(value.trim()) ?? "" });
}
