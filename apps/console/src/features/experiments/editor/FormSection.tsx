import type { ExperimentDefinition } from "@marquee/contract";
import { createContext, type ReactNode, useContext } from "react";
import type { PlacedProblem } from "../readProblems.ts";

/** Props of each part of the form: the draft, and how to change it. */
export interface PartProps {
  definition: ExperimentDefinition;
  set: (change: Partial<ExperimentDefinition>) => void;
}

interface SectionProps {
  title: string;
  intro?: string;
  children: ReactNode;
}

/** A section of the form, separated by a line, with its title on the left if there is room. */
export function Section({ title, intro, children }: SectionProps) {
  return (
    <section className="grid gap-x-10 gap-y-4 border-hairline border-t pt-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <div>
        <h2 className="font-display font-semibold text-lead">{title}</h2>
        {intro && <p className="mt-1 text-ink-muted">{intro}</p>}
      </div>
      <div className="grid min-w-0 gap-5">{children}</div>
    </section>
  );
}

/** Errors of the last save, by field. Each field shows its own. */
export const Problems = createContext<readonly PlacedProblem[]>([]);

interface ProblemAtProps {
  place: string;
  /** Whether to show errors of nested fields too. */
  isDeep?: boolean;
}

/** Errors of one field. */
export function ProblemAt({ place, isDeep = false }: ProblemAtProps) {
  const problems = useContext(Problems).filter(
    (problem) => problem.place === place || (isDeep && problem.place.startsWith(`${place}.`)),
  );
  return problems.map(({ place: where, text }) => (
    <p
      key={where + text}
      role="alert"
      data-problem=""
      className="mt-2 border-clay border-l-2 bg-clay-soft px-3 py-2"
    >
      {text}
    </p>
  ));
}
