import { useState } from "react";
import { Switch } from "../../../../shared/form/Switch.tsx";

const TERMS: readonly (readonly [string, string])[] = [
  [
    "Conversion",
    "Share of visitors who converted after seeing the variation. Differences are in percentage points: from 4% to 5% is 1 point.",
  ],
  [
    "Lift",
    "Relative difference from the control: from 4% to 5% is a lift of 25%. Below it are the absolute difference and the 95% credible interval.",
  ],
  ["Chance to win", "Probability that the variation beats the control, given the data so far."],
  ["Expected loss", "Average relative loss if you ship the variation and it is not better. Lower is safer."],
  [
    "p-value",
    "Probability of a difference this large by chance alone. Valid only if you read it once, at the planned end.",
  ],
  [
    "Lift (sequential)",
    "A wider interval that stays valid however often you check. The verdict uses only this one: it is reached when the interval excludes zero.",
  ],
];

/** Explanations of the terms, collapsed by default. */
export function HowToRead() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mt-8">
      <Switch label="How to read these results" isOn={isOpen} onChange={setOpen} />
      {isOpen && (
        <dl className="mt-2 grid gap-x-8 gap-y-3 border-hairline border-t pt-3 md:grid-cols-2">
          {TERMS.map(([term, text]) => (
            <div key={term}>
              <dt className="font-medium">{term}</dt>
              <dd className="max-w-prose text-ink-muted">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
