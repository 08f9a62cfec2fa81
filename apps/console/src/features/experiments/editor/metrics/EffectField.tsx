import { useState } from "react";
import { Field } from "../../../../shared/form/Field.tsx";
import { ProblemAt } from "../Problems.tsx";

interface EffectFieldProps {
  /** Relative: 0.05 is from 4.0% to 4.2%. */
  effect: number;
  onChange: (effect: number) => void;
}

/** The smallest lift that is worth finding, in percent of what the control does. */
export function EffectField({ effect, onChange }: EffectFieldProps) {
  const [text, setText] = useState(() => String(Math.round(effect * 1000) / 10));
  return (
    <div className="max-w-sm">
      <Field
        label="Smallest lift worth finding, in percent"
        type="number"
        min={0.1}
        max={1000}
        step={0.1}
        required
        hint="Relative: 5 means from 4.0% to 4.2%. Half of it takes four times the visitors."
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          if (target.valueAsNumber > 0) onChange(target.valueAsNumber / 100);
        }}
      />
      <ProblemAt place="minimumEffect" />
    </div>
  );
}
