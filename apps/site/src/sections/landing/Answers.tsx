interface AnswersProps {
  rows: readonly { question: string; answer: string }[];
}

/** Questions a person is asked, each above the way to its answer; two columns between the trellis lines. */
export function Answers({ rows }: AnswersProps) {
  return (
    <dl className="grid border-hairline border-b md:grid-cols-2">
      {rows.map((row) => (
        <div key={row.question} className="border-hairline border-t py-8 md:odd:pr-6 md:even:pl-6">
          <dt className="text-balance font-display text-title">{row.question}</dt>
          <dd className="mt-3 max-w-prose text-ink-muted">{row.answer}</dd>
        </div>
      ))}
    </dl>
  );
}
