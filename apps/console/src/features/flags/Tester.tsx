import {
  ATTRIBUTE_CATALOG,
  type FlagDefinition,
  isBooleanAttribute,
  MAX_ATTRIBUTE_LENGTH,
  TARGETING_ATTRIBUTES,
  type TargetingAttribute,
  type VisitorAttributes,
} from "@marquee/contract";
import type { FlagTestResponse } from "@marquee/contract/schema";
import { Field, SelectField } from "@marquee/ui";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useRoute } from "../../shared/api/useRoute.ts";
import { useDebounced } from "../../shared/form/useDebounced.ts";
import {
  attributeLabel,
  normalizeValue,
  rulesProblem,
  valuesProblem,
} from "../../shared/targeting/targetingTexts.ts";
import { InlineError, Skeleton } from "../../shared/ui/states.tsx";
import { decidedByText, reasonText, valueText } from "./trialTexts.ts";

interface TrialAnswerProps {
  answer: FlagTestResponse;
  /** The flag as it is edited, for the rules' positions. */
  definition: Pick<FlagDefinition, "rules">;
}

const KNOWLEDGE = [
  ["", "Unknown"],
  ["true", "Yes"],
  ["false", "No"],
] as const;

interface TesterProps {
  /** The flag as edited, saved or not. */
  definition: FlagDefinition;
  isUnsaved: boolean;
}

/** Shows which value a described visitor would get, and why. Nothing is saved or counted. */
export function Tester({ definition, isUnsaved }: TesterProps) {
  const [attributes, setAttributes] = useState<VisitorAttributes>({});
  const debouncedTrial = useDebounced(
    JSON.stringify({ definition, attributes: withoutEmptyTexts(attributes) }),
  );
  const problem = rulesProblem(definition.rules);
  const isAskable = problem === "" && countryProblem(attributes) === "";
  const trial = useRoute(
    "POST /flags/:key/trial",
    () => ({ params: { key: definition.key }, body: JSON.parse(debouncedTrial) }),
    {
      key: [debouncedTrial],
      enabled: isAskable && rulesProblem(JSON.parse(debouncedTrial).definition.rules) === "",
      placeholderData: keepPreviousData,
      retry: false,
    },
  );
  return (
    <aside
      aria-labelledby="tester"
      className="min-w-0 lg:sticky lg:top-6 lg:flex lg:max-h-[calc(100dvh-3rem)] lg:flex-col"
    >
      <h2 id="tester" className="font-semibold">
        Test
      </h2>
      <p className="text-ink-muted text-xs">
        Describe a visitor. Leave unknown fields empty. {isUnsaved && "Includes your unsaved changes."}
      </p>
      <div role="status" className="mt-3 min-h-24 shrink-0 rounded-md bg-surface-sunken p-3">
        {isAskable ? (
          <>
            {trial.isPending && <Skeleton className="h-16" />}
            <InlineError error={trial.error} />
            {trial.data && !trial.isError && <TrialAnswer answer={trial.data} definition={definition} />}
          </>
        ) : (
          <p>{problem || "Enter a two-letter country code."}</p>
        )}
      </div>
      <div className="-mx-1 mt-4 grid grid-cols-2 gap-3 px-1 pb-1 lg:overflow-y-auto">
        {TARGETING_ATTRIBUTES.map((name) => (
          <AttributeField
            key={name}
            name={name}
            value={attributes[name]}
            onChange={(value) => setAttributes(({ [name]: _before, ...rest }) => ({ ...rest, ...value }))}
          />
        ))}
      </div>
    </aside>
  );
}

interface AttributeFieldProps {
  name: TargetingAttribute;
  value: string | boolean | undefined;
  /** Receives the attribute with its value, or nothing if it is unknown. */
  onChange: (value: VisitorAttributes) => void;
}

function AttributeField({ name, value, onChange }: AttributeFieldProps) {
  if (isBooleanAttribute(name))
    return (
      <SelectField
        label={attributeLabel(name)}
        choices={KNOWLEDGE}
        value={String(value ?? "")}
        onChange={({ target }) => onChange(target.value === "" ? {} : { [name]: target.value === "true" })}
      />
    );
  const text = typeof value === "string" ? value : "";
  return (
    <Field
      label={attributeLabel(name)}
      value={text}
      maxLength={MAX_ATTRIBUTE_LENGTH}
      placeholder={ATTRIBUTE_CATALOG[name].examples[0]}
      autoComplete="off"
      spellCheck={false}
      problem={name === "country" ? countryProblem({ country: text }) : ""}
      onChange={({ target }) => onChange({ [name]: normalizeValue(name, target.value) })}
    />
  );
}

function countryProblem({ country }: VisitorAttributes): string {
  const value = typeof country === "string" ? country.trim() : "";
  return valuesProblem({ attribute: "country", values: value === "" ? [] : [value] });
}

/** Without texts that are still empty. */
function withoutEmptyTexts(attributes: VisitorAttributes): VisitorAttributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => String(value).trim() !== ""));
}

/** The value that the visitor gets, what decided it, and why the other rules did not apply. */
function TrialAnswer({ answer, definition: { rules } }: TrialAnswerProps) {
  const number = (id: string) => rules.findIndex((rule) => rule.id === id) + 1;
  const skippedRules = answer.rules.filter(({ id, reason }) => number(id) > 0 && reason !== "answered");
  return (
    <>
      <p className="text-ink-muted text-xs">This visitor gets</p>
      <pre className="wrap-anywhere mt-0.5 max-h-60 overflow-y-auto whitespace-pre-wrap font-mono font-medium text-xs">
        {valueText(answer.value)}
      </pre>
      <p className="mt-2 font-medium">{decidedByText(answer.answeredBy, number)}</p>
      {skippedRules.length > 0 && (
        <ol className="mt-2 grid gap-1 text-xs">
          {skippedRules.map(({ id, reason }) => (
            <li key={id} className="text-ink-muted">
              Rule {number(id)} {reasonText(reason)}.
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
