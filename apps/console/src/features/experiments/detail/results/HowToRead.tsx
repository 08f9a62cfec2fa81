import { useState } from "react";
import { Switch } from "../../../../shared/form/Switch.tsx";

const TERMS: readonly (readonly [string, string])[] = [
  [
    "Conversion",
    "Of all visitors who saw the variation, the share that did it afterwards. A difference of two shares is told in points: from 4% to 5% is 1 point.",
  ],
  [
    "Lift",
    "How much more than the control, relatively: from 4% to 5% is a lift of 25%. Under it stand the difference in the metric's own unit and the interval in which the lift lies with 95% chance.",
  ],
  [
    "Chance to be better",
    "How likely the variation is truly better than the control, after what was seen so far.",
  ],
  [
    "Expected loss",
    "What shipping the variation costs on average should it not be the better one, relative to the control. Small is safe.",
  ],
  [
    "p-value",
    "How often chance alone makes a difference this large. Honest only when read once, at the planned end; look at it every day and it fools you.",
  ],
  [
    "Lift, at any time",
    "An interval that holds however often you look, so that it is wider. The sentence on top rests on it alone: it speaks once the interval lies wholly on one side of zero.",
  ],
];

/** What the numbers mean, shown when asked for. */
export function HowToRead() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mt-8">
      <Switch label="How to read this" isOn={isOpen} onChange={setOpen} />
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
