interface LedgerRow {
  name: string;
  text: string;
}

/** Terms and what they mean, one to a line of the trellis. */
export function Ledger({ rows }: { rows: readonly LedgerRow[] }) {
  return (
    <dl className="border-hairline border-b">
      {rows.map((row) => (
        <div
          key={row.name}
          className="grid gap-1 border-hairline border-t py-6 md:grid-cols-[1fr_2fr] md:gap-8"
        >
          <dt className="font-display text-title">{row.name}</dt>
          <dd className="max-w-prose text-ink-muted">{row.text}</dd>
        </div>
      ))}
    </dl>
  );
}
