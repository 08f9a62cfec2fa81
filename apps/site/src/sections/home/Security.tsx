interface SecurityProps {
  /** Each plan adds to the one before it. */
  steps: readonly { plan: string; rows: readonly string[] }[];
  /** How this website handles visitors' data. */
  site: string;
}

/** Security features by plan, drawn as a staircase because each plan adds to the one before it. */
export function Security({ steps, site }: SecurityProps) {
  return (
    <>
      <ol className="grid md:grid-cols-3 md:items-end">
        {steps.map(({ plan, rows }, index) => (
          <li
            key={plan}
            className={`border-accent border-t-2 pt-5 pb-8 md:px-6 ${STEP_HEIGHTS[index] ?? ""}`}
          >
            <h3 className="font-display text-title">{plan}</h3>
            <ul className="mt-3 grid gap-1.5 text-ink-muted">
              {rows.map((row) => (
                <li key={row}>{row}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      <p className="border-hairline border-t pt-6 md:px-6 text-pretty text-ink-muted text-sm">{site}</p>
    </>
  );
}

const STEP_HEIGHTS = ["", "md:pb-16", "md:pb-24"];
