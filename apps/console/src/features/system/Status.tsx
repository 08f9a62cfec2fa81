import type { SystemResponse } from "@marquee/contract/schema";
import clsx from "clsx";
import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { headlineOf, type Problem, problemsOf } from "./systemProblems.ts";

/** The state of the system in a sentence, and what to do about each thing that is wrong. */
export function Status({ data }: { data: SystemResponse }) {
  const problems = problemsOf(data);
  const [worst] = problems;
  const Icon = worst ? ICONS[worst.tone] : CircleCheck;
  return (
    <section aria-label="Status">
      <p
        role="status"
        className="flex items-start gap-3 text-balance font-display font-semibold text-[1.75rem] leading-tight"
      >
        <Icon
          aria-hidden="true"
          className={clsx("mt-1 size-7 shrink-0", worst ? COLORS[worst.tone] : "text-leaf")}
        />
        {headlineOf(data, problems)}
      </p>
      {problems.length === 1 && (
        <p className="mt-2 max-w-prose text-pretty text-ink-muted">{worst?.advice}</p>
      )}
      {problems.length > 1 && (
        <ul className="mt-4 grid gap-3">
          {problems.map((problem) => (
            <li key={problem.title} className={clsx("border-l-4 py-0.5 pl-3", BORDERS[problem.tone])}>
              <p className="font-medium">{problem.title}</p>
              <p className="max-w-prose text-pretty text-ink-muted">{problem.advice}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const ICONS = { clay: CircleAlert, sun: TriangleAlert };
const COLORS: Record<Problem["tone"], string> = { clay: "text-clay", sun: "text-ink" };
const BORDERS: Record<Problem["tone"], string> = { clay: "border-clay", sun: "border-sun" };
