import type { ExperimentDefinition } from "@marquee/contract";
import { createContext, type ReactNode, useContext } from "react";
import type { PlacedProblem } from "../readProblems.ts";

/** A part of the form: what is written so far, and how it is changed. */
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

/** What the server found wrong at the last save, for the fields to show where it is. */
export const Problems = createContext<readonly PlacedProblem[]>([]);

interface ProblemAtProps {
  place: string;
  /** Whether problems of nested fields are shown here too. */
  isDeep?: boolean;
}

/** Problems of one field, next to it. */
export function ProblemAt({ place, isDeep = false }: ProblemAtProps) {
  const own = useContext(Problems).filter(
    (problem) => problem.place === place || (isDeep && problem.place.startsWith(`${place}.`)),
  );
  return own.map(({ place: where, text }) => (
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
