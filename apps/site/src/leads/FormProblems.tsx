import { emailDomainOf, LEAD_MAX_LENGTHS, type LeadField, type LeadProblem } from "@marquee/contract";
import { CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import type { LeadFormCopy } from "../copy/copy.ts";
import { fillTemplate } from "../copy/fillTemplate.ts";

interface ProblemSummaryProps {
  title: string;
  /** The invalid fields: control ID, label and error text. */
  problems: readonly { field: LeadField; id: string; label: string; text: string }[];
  /** Number of rejected submissions; on each change above 0 the summary receives focus. */
  refusals: number;
}

/** Summary of the problems found on sending; each line links to its field. */
export function ProblemSummary({ title, problems, refusals }: ProblemSummaryProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (refusals > 0) box.current?.focus();
  }, [refusals]);
  return (
    <section
      ref={box}
      aria-label={title}
      tabIndex={-1}
      className="rounded-md border border-clay bg-clay-soft px-5 py-4 text-sm"
    >
      <p className="font-medium">{title}</p>
      <ul className="mt-1 list-disc pl-5">
        {problems.map(({ field, id, label, text }) => (
          <li key={field}>
            <a
              href={`#${id}`}
              onClick={() => document.getElementById(id)?.focus()}
              className="underline underline-offset-4"
            >
              {label}
            </a>
            : {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Why a form is not sent yet. The input is kept, and the form's own button sends it again. */
export function Failure({ title, text }: { title: string; text: string }) {
  return (
    <div role="alert" className="flex gap-3 rounded-md border border-clay bg-clay-soft px-5 py-4 text-sm">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-clay" />
      <div>
        <p className="font-medium">{title}</p>
        <p>{text}</p>
      </div>
    </div>
  );
}

/** Error text of a field. */
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
