import { PageText } from "./PageText.tsx";

interface AnatomyProps {
  /** An answer's parts from top to bottom: what it says, and what that part is for. */
  parts: readonly { quote: string; name: string; text: string }[];
}

/** One answer taken apart: its parts to the left, what each is for to the right of the same line. */
export function Anatomy({ parts }: AnatomyProps) {
  return (
    <dl className="border-hairline border-b">
      {parts.map(({ quote, name, text }) => (
        <div key={name} className="grid gap-4 border-hairline border-t py-8 lg:grid-cols-2 lg:gap-0 lg:py-10">
          <dt className="border-iris border-l-2 pl-5 text-lead lg:mr-14">{quote}</dt>
          <dd className="lg:px-6">
            <PageText as="h3" className="font-display text-title">
              {name}
            </PageText>
            <PageText className="mt-2 max-w-prose text-ink-muted">{text}</PageText>
          </dd>
        </div>
      ))}
    </dl>
  );
}
