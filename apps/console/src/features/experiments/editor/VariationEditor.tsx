import type { ExperimentDefinition, Variation } from "@marquee/contract";
import { Field, Input, Labelled } from "@marquee/ui";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../../shared/ui/IconButton.tsx";
import { ProblemAt } from "./FormSection.tsx";
import { VariationValue } from "./VariationValue.tsx";

interface WeightFieldProps {
  /** Name of the variation. */
  name: string;
  /** Share of traffic, 0 to 1. */
  weight: number;
  onChange: (weight: number) => void;
}

interface VariationEditorProps {
  definition: ExperimentDefinition;
  variation: Variation;
  index: number;
  onChange: (change: Partial<Variation>) => void;
  /** Null if the variation can't be removed. */
  onRemove: (() => void) | null;
}

/** One variation: name, weight and value. */
export function VariationEditor(props: VariationEditorProps) {
  const { definition, variation, index, onChange, onRemove } = props;
  const { name, key, weight } = variation;
  return (
    <li aria-label={name} className="min-w-0 rounded-md border border-hairline bg-surface p-4">
      <div className="grid grid-cols-[minmax(0,1fr)_6.5rem_2.25rem] items-end gap-3">
        <Field
          label={index === 0 ? "Name of the control" : `Name of variation ${index}`}
          required
          maxLength={120}
          value={name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <WeightField name={name} weight={weight} onChange={(next) => onChange({ weight: next })} />
        {onRemove && <IconButton label={`Remove ${name}`} Icon={Trash2} onClick={onRemove} />}
      </div>
      <p className="mt-1 text-ink-muted text-xs">
        Key in events and previews: <code>{key}</code>.
      </p>
      <VariationValue
        definition={definition}
        variation={variation}
        isControl={index === 0}
        onChange={(value) => onChange({ value })}
      />
      {(index > 0 || definition.kind === "flag") && <ProblemAt place={`variations.${index}.value`} isDeep />}
    </li>
  );
}

/** A variation's weight, in percent. The field keeps the text as it was typed. */
function WeightField({ name, weight, onChange }: WeightFieldProps) {
  const [typed, setTyped] = useState({ text: percentText(weight), weight });
  // A different weight means that the weights were changed elsewhere, so the typed text is outdated.
  const text = typed.weight === weight ? typed.text : percentText(weight);
  return (
    <Labelled
      label={
        <>
          Weight<span className="sr-only"> of {name}</span>
        </>
      }
      className="flex items-center gap-1.5"
    >
      {(names) => (
        <>
          <Input
            {...names}
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
            className="w-full min-w-0 text-right tabular-nums"
          />
          <span aria-hidden="true">%</span>
        </>
      )}
    </Labelled>
  );
}

function percentText(weight: number): string {
  return String(Math.round(weight * 1000) / 10);
}
