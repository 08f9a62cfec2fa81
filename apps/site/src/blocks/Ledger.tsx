interface LedgerRow {
  name: string;
  text: string;
}

/** Terms with their definitions, one per row. */
export function Ledger({ rows }: { rows: readonly LedgerRow[] }) {
  return (
    <dl className="border-hairline border-b">
      {rows.map((row) => (
        <div key={row.name} className="grid gap-1 border-hairline border-t py-6 md:grid-cols-2 md:gap-0">
          <dt className="font-display text-title md:px-6">{row.name}</dt>
          <dd className="max-w-prose text-pretty text-ink-muted md:px-6">{row.text}</dd>
        </div>
      ))}
    </dl>
  );
}
