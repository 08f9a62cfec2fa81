import { PageText } from "./PageText.tsx";

interface PledgesProps {
  rows: readonly { name: string; text: string }[];
}

/** Short promises in columns, each hanging from the line above it. */
export function Pledges({ rows }: PledgesProps) {
  return (
    <ul className="grid border-hairline border-t md:grid-cols-3">
      {rows.map((row) => (
        <li key={row.name} className="border-hairline py-8 max-md:border-b md:px-6">
          <PageText as="h3" className="text-balance font-display text-title">
            {row.name}
          </PageText>
          <PageText className="mt-3 text-ink-muted">{row.text}</PageText>
        </li>
      ))}
    </ul>
  );
}
