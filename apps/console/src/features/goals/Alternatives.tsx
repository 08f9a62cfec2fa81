import { type GoalKind, MAX_ALTERNATIVES, type SingleCondition } from "@marquee/contract";
import type { GoalChoicesResponse } from "@marquee/contract/schema";
import { Button, SelectField } from "@marquee/ui";
import { Plus, X } from "lucide-react";
import { ConditionFields } from "../../shared/goals/ConditionFields.tsx";
import { firstCondition, kindChoices, readKind } from "../../shared/goals/goalKinds.ts";
import { IconButton } from "../../shared/ui/IconButton.tsx";

/** One condition of a goal, as it is edited. */
export interface Draft {
  id: number;
  kind: GoalKind;
  /** Null while nothing is picked. */
  condition: SingleCondition | null;
}

let drafts = 0;

export function newDraft(condition: SingleCondition | null): Draft {
  drafts += 1;
  return { id: drafts, kind: condition?.kind ?? "page", condition };
}

interface AlternativesProps {
  drafts: readonly Draft[];
  choices: GoalChoicesResponse;
  onChange: (drafts: readonly Draft[]) => void;
}

/** The condition of a goal: one, or any of several. */
export function Alternatives({ drafts, choices, onChange }: AlternativesProps) {
  const replace = (next: Draft) => onChange(drafts.map((each) => (each.id === next.id ? next : each)));
  return (
    <>
      {drafts.map((draft, index) => (
        <fieldset
          key={draft.id}
          className="grid min-w-0 gap-4 not-first:border-hairline not-first:border-t not-first:pt-4"
        >
          <legend className="sr-only">
            {index === 0 ? "What reaches the goal" : `Alternative ${index}`}
          </legend>
          <div className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <SelectField
                label={index === 0 ? "A visitor…" : "Or a visitor…"}
                value={draft.kind}
                choices={kindChoices(draft.condition)}
                onChange={({ target }) => {
                  const kind = readKind(target.value) ?? "page";
                  replace({ ...draft, kind, condition: firstCondition(kind) });
                }}
              />
            </div>
            {drafts.length > 1 && (
              <IconButton
                label={index === 0 ? "Remove the first alternative" : `Remove alternative ${index}`}
                Icon={X}
                onClick={() => onChange(drafts.filter(({ id }) => id !== draft.id))}
              />
            )}
          </div>
          <ConditionFields
            key={draft.kind}
            kind={draft.kind}
            condition={draft.condition}
            choices={choices}
            onChange={(condition) => replace({ ...draft, condition })}
          />
        </fieldset>
      ))}
      {drafts.length < MAX_ALTERNATIVES && (
        <Button
          variant="tertiary"
          size="sm"
          className="-ml-3.5 justify-self-start"
          onClick={() => onChange([...drafts, newDraft(null)])}
        >
          <Plus aria-hidden="true" className="size-4" />
          Or something else
        </Button>
      )}
    </>
  );
}
