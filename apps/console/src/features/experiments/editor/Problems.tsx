import { createContext, useContext } from "react";
import type { PlacedProblem } from "../readProblems.ts";

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
