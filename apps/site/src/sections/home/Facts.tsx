interface FactsProps {
  rows: readonly { figure: string; text: string }[];
}

/** What can be checked on this site, in figures: each stands on its own line of the trellis. */
export function Facts({ rows }: FactsProps) {
  return (
    <dl className="mx-auto grid max-w-page grid-cols-2 px-5 md:px-8 lg:grid-cols-4">
      {rows.map((row) => (
        <div key={row.text} className="flex flex-col py-6 pr-5 lg:py-10 lg:not-first:pl-6">
          <dt className="order-last mt-1 text-balance text-ink-muted text-sm">{row.text}</dt>
          <dd className="font-display text-heading tabular-nums">{row.figure}</dd>
        </div>
      ))}
    </dl>
  );
}
