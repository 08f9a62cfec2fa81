import { PageText } from "./PageText.tsx";

interface JobsProps {
  inLabel: string;
  outLabel: string;
  rows: readonly { name: string; in: string; out: readonly string[] }[];
}

/** Samples of what goes in and what comes back, written out side by side. */
export function Jobs({ inLabel, outLabel, rows }: JobsProps) {
  return (
    <div className="border-hairline border-b">
      {rows.map((row) => (
        <article key={row.name} className="grid gap-6 border-hairline border-t py-10 lg:grid-cols-4 lg:gap-0">
          <PageText as="h3" className="font-display text-title lg:pr-6">
            {row.name}
          </PageText>
          <div className="lg:px-6">
            <PageText className="text-ink-muted text-sm">{inLabel}</PageText>
            <PageText className="mt-2 text-pretty text-ink-muted">{row.in}</PageText>
          </div>
          <div className="border-iris border-l-2 px-6 lg:col-span-2">
            <PageText className="text-ink-muted text-sm">{outLabel}</PageText>
            <ul className="mt-2 grid gap-2">
              {row.out.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
        </article>
      ))}
    </div>
  );
}
