import type { LeadField } from "@marquee/contract";
import { useEffect, useRef } from "react";

interface ProblemSummaryProps {
  title: string;
  /** Each field that is wrong: its control's id, its label, and what is wrong. */
  problems: readonly { field: LeadField; id: string; label: string; text: string }[];
  /** Changes whenever the form was refused; the summary then takes the focus. */
  refusals: number;
}

/** What has to be looked at again, after sending; each line leads to its field. */
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
