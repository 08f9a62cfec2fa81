import { Switch } from "@marquee/ui";
import { useState } from "react";

const TERMS: readonly (readonly [string, string])[] = [
  [
    "Conversion",
    "Share of visitors who converted after seeing the variation. Differences are in percentage points: from 4% to 5% is 1 point.",
  ],
  [
    "Lift",
    "Relative difference from the control: from 4% to 5% is a lift of 25%. Below it are its 95% interval and the absolute difference.",
  ],
  [
    "Interval and p-value",
    "Always valid: they hold however often you check. They are of one test, so the p-value is below 0.05 exactly when the interval excludes zero. The verdict uses them.",
  ],
  [
    "Chance to win",
    "Probability that the variation beats the control, given the data so far. It does not account for checking often, so it moves earlier than the verdict.",
  ],
  ["Expected loss", "Average relative loss if you ship the variation and it is not better. Lower is safer."],
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
