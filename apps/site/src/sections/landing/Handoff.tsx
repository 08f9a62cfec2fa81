import { PageText } from "./PageText.tsx";

interface HandoffProps {
  /** The task that passes through. */
  task: string;
  stops: readonly { team: string; field: string; text: string }[];
}

/** One task on its way through the teams: the same name at each stop, one field more. */
export function Handoff({ task, stops }: HandoffProps) {
  return (
    <ol className="grid md:grid-cols-2 lg:grid-cols-4">
      {stops.map(({ team, field, text }, stop) => (
        <li
          key={team}
          className="relative border-accent pb-10 max-md:border-l-2 max-md:pl-6 md:border-t-2 md:pt-8 md:pr-6 lg:not-first:pl-6"
        >
          <span
            aria-hidden="true"
            className="absolute size-3.5 rounded-full bg-accent max-md:top-1 max-md:-left-2 md:-top-2 md:left-0 lg:left-6 lg:in-first:left-0"
          />
          <PageText as="h3" className="font-display text-title">
            {team}
          </PageText>
          <PageText className="mt-2 text-pretty text-ink-muted">{text}</PageText>
          <dl className="mt-5 text-sm">
            <dt className="font-medium">{task}</dt>
            {stops.slice(0, stop + 1).map((earlier) => (
              <dd key={earlier.field} className={earlier.field === field ? "text-accent" : "text-ink-muted"}>
                {earlier.field}
              </dd>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  );
}
