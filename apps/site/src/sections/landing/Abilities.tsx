import { PageText } from "./PageText.tsx";

interface AbilitiesProps {
  rows: readonly { name: string; text: string; prompt: string }[];
}

/** What Brain can be asked for: a verb, what you get, and a sentence that asks for it. */
export function Abilities({ rows }: AbilitiesProps) {
  return (
    <ul className="grid border-hairline border-b md:grid-cols-2">
      {rows.map((row) => (
        <li key={row.name} className="flex flex-col border-hairline border-t py-10 md:odd:pr-6 md:even:pl-6">
          <PageText as="h3" className="font-display text-heading">
            {row.name}
          </PageText>
          <PageText className="mt-3 max-w-prose text-ink-muted">{row.text}</PageText>
          <PageText className="mt-6 self-start rounded-lg rounded-bl-none bg-iris-soft px-4 py-3 text-iris-strong">
            {row.prompt}
          </PageText>
        </li>
      ))}
    </ul>
  );
}
