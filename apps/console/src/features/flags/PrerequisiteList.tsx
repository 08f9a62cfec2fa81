import type { Prerequisite } from "@marquee/contract";
import { Button, SelectField } from "@marquee/ui";
import { Plus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { useRoute } from "../../shared/api/useRoute.ts";
import { ValueField } from "../../shared/form/ValueField.tsx";
import { IconButton } from "../../shared/ui/IconButton.tsx";

interface PrerequisiteListProps {
  prerequisites: readonly Prerequisite[];
  /** The flag itself, which can't be its own prerequisite. */
  flagKey: string;
  onChange: (prerequisites: Prerequisite[]) => void;
}

/** Other flags that must have a certain value before the rule applies. */
export function PrerequisiteList({ prerequisites, flagKey, onChange }: PrerequisiteListProps) {
  const flags = useRoute("GET /flags");
  const otherFlags = (flags.data?.flags ?? [])
    .map(({ definition }) => definition)
    .filter(({ key, isArchived }) => key !== flagKey && !isArchived);
  const [first] = otherFlags;
  const add = useRef<HTMLButtonElement>(null);
  const remove = (index: number) => {
    onChange(prerequisites.toSpliced(index, 1));
    add.current?.focus();
  };
  const choices = (flag: string) =>
    [...new Set([...otherFlags.map(({ key }) => key), flag])].map((key) => [key, key] as const);
  const definitionOf = (flag: string) => otherFlags.find(({ key }) => key === flag);
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">Prerequisite flags</legend>
      <div className="mt-2 grid gap-3">
        {prerequisites.map(({ flag, value }, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a flag may be listed twice.
            key={`${index} ${flag}`}
            className="grid items-start gap-2 sm:grid-cols-[1fr_1fr_2.25rem]"
          >
            <SelectField
              label={`Flag ${index + 1}`}
              choices={choices(flag)}
              value={flag}
              onChange={({ target }) => {
                const prerequisite = {
                  flag: target.value,
                  value: definitionOf(target.value)?.defaultValue ?? true,
                };
                onChange(prerequisites.with(index, prerequisite));
              }}
            />
            <ValueField
              label="Value"
              type={definitionOf(flag)?.type ?? "json"}
              value={value}
              onChange={(nextValue) => onChange(prerequisites.with(index, { flag, value: nextValue }))}
            />
            <IconButton label={`Remove flag ${index + 1}`} Icon={Trash2} onClick={() => remove(index)} />
          </div>
        ))}
      </div>
      {first && (
        <Button
          variant="tertiary"
          size="sm"
          ref={add}
          className="-ml-3.5"
          onClick={() => onChange([...prerequisites, { flag: first.key, value: first.defaultValue }])}
        >
          <Plus aria-hidden="true" className="size-4" />
          Add prerequisite
        </Button>
      )}
    </fieldset>
  );
}
