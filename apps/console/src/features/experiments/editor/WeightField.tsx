import { useId, useState } from "react";

interface WeightFieldProps {
  /** Of the variation. */
  name: string;
  /** 0 to 1. */
  weight: number;
  onChange: (weight: number) => void;
}

/** Which share of those who take part gets a variation, in percent. What was typed stays as typed. */
export function WeightField({ name, weight, onChange }: WeightFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState({ text: percentText(weight), weight });
  // Split evenly from outside: what was typed is no longer what it is.
  const text = typed.weight === weight ? typed.text : percentText(weight);
  return (
    <div>
      <label htmlFor={id} className="block font-medium">
        Weight<span className="sr-only"> of {name}</span>
      </label>
      <div className="mt-1.5 flex items-center gap-1.5">
        <input
          id={id}
          type="number"
          min={0}
          max={100}
          step="any"
          required
          value={text}
          onChange={({ target }) => {
            const next = Number.isFinite(target.valueAsNumber) ? target.valueAsNumber / 100 : weight;
            setTyped({ text: target.value, weight: next });
            onChange(Math.min(1, Math.max(0, next)));
          }}
          className="h-10 w-full min-w-0 rounded-sm border border-control bg-surface px-2 text-right tabular-nums disabled:opacity-60"
        />
        <span aria-hidden="true">%</span>
      </div>
    </div>
  );
}

function percentText(weight: number): string {
  return String(Math.round(weight * 1000) / 10);
}
