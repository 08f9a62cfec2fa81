import clsx from "clsx";
import { ArrowDown, Check } from "lucide-react";
import type { ReactNode } from "react";
import { Burndown } from "../../interfaces/drawings/Burndown.tsx";
import { Goals } from "../../interfaces/drawings/Goals.tsx";
import { SumTable } from "../../interfaces/drawings/SumTable.tsx";
import { Timer } from "../../interfaces/drawings/Timer.tsx";
import { Workload } from "../../interfaces/drawings/Workload.tsx";
import { useSamples } from "../../interfaces/useSamples.ts";

interface BentoProps {
  /** In the drawings' order: sums, timer, workload, goals, burndown, form. */
  rows: readonly { title: string; text: string }[];
}

/** Drawing and layout of each cell: two columns on tablets, four on desktops. */
const CELLS: readonly { place: string; drawing: ReactNode }[] = [
  { place: "md:pr-6 lg:col-span-2", drawing: <SumTable key="sums" /> },
  { place: "md:pl-6 lg:pr-6", drawing: <Timer key="timer" /> },
  { place: "md:pr-6 lg:pl-6", drawing: <Workload key="workload" /> },
  { place: "md:pl-6 lg:pr-6 lg:pl-0", drawing: <Goals key="goals" /> },
  { place: "md:pr-6 lg:col-span-2 lg:pl-6", drawing: <Burndown key="burndown" /> },
  { place: "md:pl-6", drawing: <FormToTask key="form" /> },
];

/** Six features, each with a drawing. */
export function Bento({ rows }: BentoProps) {
  return (
    <ul className="grid border-hairline border-b md:grid-cols-2 lg:grid-cols-4">
      {rows.map((row, index) => (
        <li
          key={row.title}
          className={clsx(
            "flex flex-col justify-between gap-8 border-hairline border-t py-8 lg:py-10",
            CELLS[index]?.place,
          )}
        >
          {CELLS[index]?.drawing}
          <div>
            <h3 className="font-display text-title">{row.title}</h3>
            <p className="mt-2 max-w-prose text-pretty text-ink-muted">{row.text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** A sample form and the task created from it. */
function FormToTask() {
  const { form } = useSamples();
  return (
    <figure aria-label={form.label} className="text-sm">
      <p className="text-ink-muted text-xs">{form.question}</p>
      <p className="mt-1 border-control border-b pb-1">{form.answer}</p>
      <ArrowDown aria-hidden="true" className="my-3 size-4 text-accent" />
      <p className="flex items-center gap-2 font-medium">
        <Check aria-hidden="true" className="size-4 text-accent" />
        {form.task}
      </p>
      <p className="mt-1 pl-6 text-ink-muted text-xs">{form.details}</p>
    </figure>
  );
}
