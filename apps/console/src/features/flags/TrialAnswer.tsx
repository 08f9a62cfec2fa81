import type { FlagDefinition } from "@marquee/contract";
import type { FlagTrialAnswer } from "@marquee/contract/schema";
import { answererText, reasonText, valueText } from "./trialTexts.ts";

interface TrialAnswerProps {
  answer: FlagTrialAnswer;
  /** The flag as it was asked for. */
  definition: Pick<FlagDefinition, "rules">;
}

/** The value that a visitor gets, what answered, and of each other rule why it did not. */
export function TrialAnswer({ answer, definition: { rules } }: TrialAnswerProps) {
  const number = (id: string) => rules.findIndex((rule) => rule.id === id) + 1;
  const known = answer.rules.filter(({ id, reason }) => number(id) > 0 && reason !== "answered");
  return (
    <>
      <p className="text-ink-muted text-xs">This visitor gets</p>
      <pre className="wrap-anywhere mt-0.5 max-h-60 overflow-y-auto whitespace-pre-wrap font-mono font-medium text-xs">
        {valueText(answer.value)}
      </pre>
      <p className="mt-2 font-medium">{answererText(answer.answeredBy, number)}</p>
      {known.length > 0 && (
        <ol className="mt-2 grid gap-1 text-xs">
          {known.map(({ id, reason }) => (
            <li key={id} className="text-ink-muted">
              Rule {number(id)} {reasonText(reason)}.
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
