import { type FormEvent, useState } from "react";
import { SaveBar } from "../../shared/draft/SaveBar.tsx";
import type { FlagDraft } from "../../shared/draft/useFlagDraft.ts";
import { Switch } from "../../shared/form/Switch.tsx";
import { TextAreaField } from "../../shared/form/TextAreaField.tsx";
import { ValueField } from "../../shared/form/ValueField.tsx";
import { rulesProblem } from "../../shared/targeting/targetingProblem.ts";
import { EnvironmentsField } from "./EnvironmentsField.tsx";
import { RuleList } from "./RuleList.tsx";

interface FlagFormProps {
  flag: FlagDraft;
  isBuiltIn: boolean;
  mayEdit: boolean;
}

/** Everything of a flag that its editors decide. */
export function FlagForm({ flag, isBuiltIn, mayEdit }: FlagFormProps) {
  const { draft, set, save } = flag;
  const [isInvalid, setInvalid] = useState(false);
  const problem = rulesProblem(draft.rules);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!problem) save();
  };
  return (
    <form
      onSubmit={submit}
      // After each field has said what it makes of what was typed.
      onChange={({ currentTarget }) =>
        requestAnimationFrame(() => setInvalid(!currentTarget.checkValidity()))
      }
    >
      <fieldset disabled={!mayEdit} className="grid min-w-0 gap-8">
        <div className="grid gap-5">
          <TextAreaField
            label="Description"
            rows={2}
            maxLength={1000}
            value={draft.description}
            onChange={({ target }) => set({ description: target.value })}
          />
          <ValueField
            label="Default value"
            type={draft.type}
            value={draft.defaultValue}
            onChange={(defaultValue) => set({ defaultValue })}
          />
        </div>
        <RuleList definition={draft} onChange={(rules) => set({ rules })} />
        <EnvironmentsField
          label="Where rules and experiments count"
          hint="Elsewhere the flag answers its default."
          environments={draft.environments}
          onChange={(environments) => set({ environments })}
        />
        {isBuiltIn ? (
          <p className="text-ink-muted text-xs">
            The site's own code asks for this flag, so it cannot be archived.
          </p>
        ) : (
          <div>
            <Switch label="Archived" isOn={draft.isArchived} onChange={(isArchived) => set({ isArchived })} />
            <p className="text-ink-muted text-xs">
              An archived flag answers nothing more and leaves the list; it can come back.
            </p>
          </div>
        )}
      </fieldset>
      {mayEdit && <SaveBar edited={flag} isInvalid={isInvalid} problem={problem} />}
    </form>
  );
}
