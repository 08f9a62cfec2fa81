import { PageText } from "../../blocks/PageText.tsx";
import { useSamples } from "../useSamples.ts";

/** Share of each goal that is done; the copy has their names and figures. */
const DONE: readonly number[] = [0.62, 0.88, 0.5];

/** Goals as progress bars, drawn as stems with a leaf at the tip. */
export function Goals() {
  const { goals } = useSamples();
  return (
    <figure aria-label={goals.label}>
      <ul className="grid gap-4 text-sm">
        {goals.rows.map(({ name, parts }, index) => {
          const done = DONE[index] ?? 0;
          return (
            <li key={name}>
              <PageText className="flex flex-wrap justify-between gap-x-4">
                {name}
                <span className="text-ink-muted text-xs tabular-nums">{parts}</span>
              </PageText>
              <svg aria-hidden="true" width="100%" height="16" className="mt-1 block">
                <line x2="96%" y1="14" y2="14" className="stroke-hairline" />
                <line x2={`${done * 96}%`} y1="14" y2="14" strokeWidth="2" className="stroke-accent" />
                <svg aria-hidden="true" x={`${done * 96}%`} overflow="visible">
                  <path d="M0 14C1 6 6 2 14 2C13 9 8 14 0 14Z" className="fill-accent" />
                </svg>
              </svg>
            </li>
          );
        })}
      </ul>
    </figure>
  );
}
