import { PageText } from "../../blocks/PageText.tsx";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { useSamples } from "../useSamples.ts";

const PEOPLE = [
  { name: "Mara", hours: 28 },
  { name: "Jon", hours: 44 },
  { name: "Ines", hours: 16 },
];
const CAPACITY = 40;

/** Planned hours next to available hours. Overload is shown by color and text. */
export function Workload() {
  const { workload } = useSamples();
  return (
    <figure aria-label={workload.label}>
      <ul className="grid gap-3 text-sm">
        {PEOPLE.map(({ name, hours }) => {
          const isOver = hours > CAPACITY;
          return (
            <li key={name}>
              <PageText className="flex justify-between">
                {name}
                <span className={`text-xs tabular-nums ${isOver ? "text-clay" : "text-ink-muted"}`}>
                  {fillTemplate(isOver ? workload.over : workload.free, {
                    hours: Math.abs(hours - CAPACITY),
                  })}
                </span>
              </PageText>
              <svg aria-hidden="true" width="100%" height="8" className="mt-1 block">
                <rect width="90%" height="8" rx="3" className="fill-surface-sunken" />
                <rect
                  width={`${(hours / CAPACITY) * 90}%`}
                  height="8"
                  rx="3"
                  className={isOver ? "fill-clay" : "fill-accent"}
                />
                <rect x="90%" width="1.5" height="8" className="fill-ink" />
              </svg>
            </li>
          );
        })}
      </ul>
    </figure>
  );
}
