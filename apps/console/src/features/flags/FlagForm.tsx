import { ENVIRONMENTS, type Json, SITE_BANNER_FLAG } from "@marquee/contract";
import type { FlagState } from "@marquee/contract/schema";
import { CheckGroup, Switch, TextAreaField } from "@marquee/ui";
import { type FormEvent, useId, useState } from "react";
import { SaveBar } from "../../shared/draft/SaveBar.tsx";
import type { Draft } from "../../shared/draft/useDraft.ts";
import { ValueField } from "../../shared/form/ValueField.tsx";
import { rulesProblem } from "../../shared/targeting/targetingTexts.ts";
import { TextLink } from "../../shared/ui/links.tsx";
import { RuleList } from "./RuleList.tsx";

/** The default value of the banner's flag, which is content. */
function PublishedValue({ value }: { value: Json }) {
  const id = useId();
  return (
    <div className="min-w-0">
      <p id={id} className="font-medium">
        Default value
      </p>
      <section
        aria-labelledby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
        tabIndex={0}
        className="mt-1.5 max-h-60 overflow-auto rounded-sm bg-surface-sunken p-3"
      >
        <pre className="font-mono text-xs">{JSON.stringify(value, null, 2)}</pre>
      </section>
      <p className="mt-1 text-ink-muted text-xs">
        The published banner, in English. <TextLink href="/banner">Edit it under Banner</TextLink>. Rules and
        experiments take precedence.
      </p>
    </div>
  );
}

interface FlagFormProps {
  flag: Draft<FlagState>;
  isBuiltIn: boolean;
  mayEdit: boolean;
}

/** All editable fields of a flag. */
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
      // This runs after each field has reported whether its text is valid.
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
          {draft.key === SITE_BANNER_FLAG ? (
            <PublishedValue value={draft.defaultValue} />
          ) : (
            <ValueField
              label="Default value"
              type={draft.type}
              value={draft.defaultValue}
              onChange={(defaultValue) => set({ defaultValue })}
            />
          )}
        </div>
        <RuleList definition={draft} onChange={(rules) => set({ rules })} />
        <CheckGroup
          legend="Environments"
          hint="Rules and experiments apply only here. Elsewhere the flag has its default value."
          choices={ENVIRONMENTS.map((name) => [name, name])}
          chosen={draft.environments}
          onChange={(environments) => set({ environments })}
        />
        {isBuiltIn ? (
          <p className="text-ink-muted text-xs">The site's code uses this flag, so it can't be archived.</p>
        ) : (
          <div>
            <Switch label="Archived" isOn={draft.isArchived} onChange={(isArchived) => set({ isArchived })} />
            <p className="text-ink-muted text-xs">
              Archived flags are turned off and hidden. You can restore them later.
            </p>
          </div>
        )}
      </fieldset>
      {mayEdit && <SaveBar edited={flag} isInvalid={isInvalid} problem={problem} />}
    </form>
  );
}
