import { Button } from "@marquee/ui";
import { FileText } from "lucide-react";
import { useState } from "react";
import { Frame } from "./Frame.tsx";

interface Exchange {
  question: string;
  answer: string;
  source: string;
}

/** A script, and labelled as one: nothing here asks a model. */
const EXCHANGES: readonly [Exchange, ...Exchange[]] = [
  {
    question: "What holds up the launch?",
    answer:
      "Design ends on Thursday, and the build waits for it. If the icons are ready on Wednesday, the build can start a day earlier.",
    source: "Website relaunch / Gantt",
  },
  {
    question: "What did we decide about search?",
    answer:
      "It must forgive one typing error per word. The team agreed on this last Tuesday, and the task is in progress.",
    source: "Notes of the weekly meeting",
  },
  {
    question: "Write the update for Friday",
    answer:
      "Done: the brief. In progress: search and first paint. Next: the sign-up page. One risk: the icons are a day late.",
    source: "Website relaunch / Board",
  },
];

/** A sample conversation with Brain: each question brings its answer, with where it comes from. */
export function Chat() {
  const [asked, setAsked] = useState<readonly Exchange[]>([EXCHANGES[0]]);
  const open = EXCHANGES.filter((exchange) => !asked.includes(exchange));
  return (
    <div data-accent="iris">
      <Frame label="Sample conversation with Brain" place="Brain">
        <ol aria-live="polite" className="grid gap-5 px-5 py-5 text-sm">
          {asked.map(({ question, answer, source }) => (
            <li key={question} className="appears grid gap-2.5">
              <p className="justify-self-end rounded-md rounded-br-none bg-surface-sunken px-3.5 py-2">
                {question}
              </p>
              <div className="mr-6 rounded-md rounded-bl-none bg-accent-soft px-3.5 py-2.5">
                <p>{answer}</p>
                <p className="mt-2 flex items-center gap-1.5 text-accent-strong text-xs">
                  <FileText aria-hidden="true" className="size-3.5" />
                  {source}
                </p>
              </div>
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap items-center gap-2 border-hairline border-t px-5 py-3.5">
          {open.map((exchange) => (
            <Button
              key={exchange.question}
              variant="secondary"
              size="sm"
              onClick={() => setAsked([...asked, exchange])}
            >
              {exchange.question}
            </Button>
          ))}
          {open.length === 0 && (
            <Button variant="tertiary" size="sm" onClick={() => setAsked([EXCHANGES[0]])}>
              Start again
            </Button>
          )}
        </div>
      </Frame>
    </div>
  );
}
