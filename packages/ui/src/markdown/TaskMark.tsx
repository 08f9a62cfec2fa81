import { Square, SquareCheck } from "lucide-react";
import type { ContentElementProps } from "./ContentNodes.tsx";

/** The box before a task: `- [x]` is done, `- [ ]` is not. Screen readers say the sign's name in their own language. */
export function TaskMark({ element }: ContentElementProps) {
  const isDone = element.attributes?.checked === true;
  const Mark = isDone ? SquareCheck : Square;
  return (
    <>
      <Mark
        aria-hidden="true"
        className={`-mt-0.5 inline size-4.5 ${isDone ? "text-accent" : "text-control"}`}
        strokeWidth={1.75}
      />
      <span className="sr-only">{isDone ? "☑" : "☐"}</span>
    </>
  );
}
