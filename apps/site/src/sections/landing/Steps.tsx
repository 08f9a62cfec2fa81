import { PageText } from "./PageText.tsx";

interface StepsProps {
  rows: readonly { title: string; text: string }[];
}

/** Numbered steps, left to right along the trellis where there is room. */
export function Steps({ rows }: StepsProps) {
  return (
    <ol className="grid border-hairline border-b md:grid-cols-2 lg:grid-cols-4">
      {rows.map((row, index) => (
        <li key={row.title} className="border-hairline border-t py-8 md:pr-6 md:even:pl-6 lg:not-first:pl-6">
          <span aria-hidden="true" className="block font-display text-accent text-display tabular-nums">
            {index + 1}
          </span>
          <PageText as="h3" className="mt-6 font-display text-title">
            {row.title}
          </PageText>
          <PageText className="mt-2 text-ink-muted">{row.text}</PageText>
        </li>
      ))}
    </ol>
  );
}
