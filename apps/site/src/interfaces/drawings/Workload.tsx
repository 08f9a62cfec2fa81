import { PageText } from "../../blocks/PageText.tsx";

const PEOPLE = [
  { name: "Mara", hours: 28 },
  { name: "Jon", hours: 44 },
  { name: "Ines", hours: 16 },
];
const CAPACITY = 40;

/** Planned hours next to available hours. Overload is shown by color and text. */
export function Workload() {
  return (
    <figure aria-label="Sample workload of three people">
      <ul className="grid gap-3 text-sm">
        {PEOPLE.map(({ name, hours }) => {
          const isOver = hours > CAPACITY;
          return (
            <li key={name}>
              <PageText className="flex justify-between">
                {name}
                <span className={`text-xs tabular-nums ${isOver ? "text-clay" : "text-ink-muted"}`}>
                  {isOver ? `${hours - CAPACITY} h too many` : `${CAPACITY - hours} h free`}
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
