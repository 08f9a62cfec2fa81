import { PageText } from "../../blocks/PageText.tsx";

const GOALS = [
  { name: "Relaunch the website", done: 0.62, parts: "5 of 8 tasks" },
  { name: "Answer within a day", done: 0.88, parts: "22 of 25 requests" },
  { name: "Hire two designers", done: 0.5, parts: "1 of 2 people" },
];

/** Goals as progress bars, drawn as stems with a leaf at the tip. */
export function Goals() {
  return (
    <figure aria-label="Sample goals">
      <ul className="grid gap-4 text-sm">
        {GOALS.map(({ name, done, parts }) => (
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
        ))}
      </ul>
    </figure>
  );
}
