import { Plus } from "lucide-react";
import { PageText } from "./PageText.tsx";

export interface Question {
  question: string;
  answer: string;
}

/** FAQ items as `details` elements, which open without script. */
export function Faq({ items }: { items: readonly Question[] }) {
  return (
    <div className="border-hairline border-b">
      {items.map(({ question, answer }) => (
        <details key={question} className="group/question border-hairline border-t">
          <summary className="flex cursor-pointer list-none items-start justify-between gap-6 py-5 font-medium lg:px-6 [&::-webkit-details-marker]:hidden">
            {question}
            <Plus
              aria-hidden="true"
              className="mt-1 size-4 shrink-0 text-ink-muted transition-transform group-open/question:rotate-45"
            />
          </summary>
          <PageText className="max-w-prose pb-6 text-pretty text-ink-muted lg:px-6">{answer}</PageText>
        </details>
      ))}
    </div>
  );
}
