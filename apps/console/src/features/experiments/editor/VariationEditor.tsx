import type { ExperimentDefinition, Variation } from "@marquee/contract";
import { Trash2 } from "lucide-react";
import { Field } from "../../../shared/form/Field.tsx";
import { IconButton } from "../../../shared/ui/IconButton.tsx";
import { ProblemAt } from "./Problems.tsx";
import { VariationValue } from "./VariationValue.tsx";
import { WeightField } from "./WeightField.tsx";

interface VariationEditorProps {
  definition: ExperimentDefinition;
  variation: Variation;
  index: number;
  onChange: (change: Partial<Variation>) => void;
  /** Null where it has to stay. */
  onRemove: (() => void) | null;
}

/** One variation: its name, who gets it, and what it shows. */
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
        Events and preview links call it <code>{key}</code>.
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
