import { capitalize, type ExperimentDefinition, type Metric } from "@marquee/contract";
import { type EstimateResponse, LONGEST_DAYS } from "@marquee/contract/schema";
import { Button, Field } from "@marquee/ui";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useRoute } from "../../../../shared/api/useRoute.ts";
import { useDebounced } from "../../../../shared/form/useDebounced.ts";
import { InlineError, Skeleton, Warning } from "../../../../shared/ui/states.tsx";
import { durationText } from "../../experimentTexts.ts";
import { type PartProps, ProblemAt, Section } from "../FormSection.tsx";
import {
  effectText,
  estimateQuestion,
  formulaTexts,
  missingText,
  planText,
  tooLongText,
} from "./estimateTexts.ts";

interface DurationFieldsProps extends PartProps {
  /** While it runs, the results show the remaining time. */
  isRunning: boolean;
}

/**
 * The minimum detectable effect, and how long it takes to detect it with the current traffic of the pages.
 */
export function DurationFields({ isRunning, ...props }: DurationFieldsProps) {
  const { definition, set } = props;
  return (
    <Section
      title="Duration"
      {...(isRunning
        ? {}
        : { intro: "Estimated from recent visitors: consented, no bots, no known customers." })}
    >
      <EffectField effect={definition.minimumEffect} onChange={(minimumEffect) => set({ minimumEffect })} />
      {!isRunning && <EstimateView {...props} />}
    </Section>
  );
}

interface EffectFieldProps {
  /** Relative to the control: 0.05 means from 4.0% to 4.2%. */
  effect: number;
  onChange: (effect: number) => void;
}

/** The minimum detectable effect, in percent of the control. The field keeps the text as it was typed. */
function EffectField({ effect, onChange }: EffectFieldProps) {
  const [typed, setTyped] = useState({ text: percentText(effect), effect });
  // A different effect means that it was changed elsewhere, so the typed text is outdated.
  const text = typed.effect === effect ? typed.text : percentText(effect);
  return (
    <div className="max-w-sm">
      <Field
        label="Minimum detectable effect, in percent"
        type="number"
        min={0.1}
        max={1000}
        step={0.1}
        required
        hint="Relative: 5 means from 4.0% to 4.2%. Halving it takes four times the visitors."
        value={text}
        onChange={({ target }) => {
          const next = target.valueAsNumber > 0 ? target.valueAsNumber / 100 : effect;
          setTyped({ text: target.value, effect: next });
          onChange(next);
        }}
      />
      <ProblemAt place="minimumEffect" />
    </div>
  );
}

function percentText(effect: number): string {
  return String(Math.round(effect * 1000) / 10);
}

function EstimateView({ definition, set }: PartProps) {
  const question = estimateQuestion(definition);
  const debouncedEstimate = useDebounced(question.isAskable ? JSON.stringify(question.estimate) : "");
  const estimate = useRoute("POST /experiments/estimate", () => ({ body: JSON.parse(debouncedEstimate) }), {
    key: [debouncedEstimate],
    enabled: debouncedEstimate !== "",
    placeholderData: keepPreviousData,
    retry: false,
  });
  const metric = definition.metrics[0];
  const isAnswered = question.isAskable && debouncedEstimate !== "" && metric !== undefined;
  return (
    <div role="status" aria-label="Estimate" aria-busy={estimate.isPlaceholderData} className="min-h-24">
      {!question.isAskable && <p className="text-ink-muted">{question.need}</p>}
      {question.isAskable && !estimate.data && !estimate.isError && <Skeleton className="h-24" />}
      {question.isAskable && estimate.isError && (
        <div className="grid justify-items-start gap-3">
          <InlineError error={estimate.error} />
          <Button variant="secondary" size="sm" onClick={() => void estimate.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {isAnswered && estimate.data && !estimate.isError && (
        <Answer
          answer={estimate.data}
          metric={metric}
          definition={definition}
          onUse={(minimumEffect) => set({ minimumEffect })}
        />
      )}
    </div>
  );
}

interface AnswerProps {
  definition: Pick<ExperimentDefinition, "variations" | "coverage">;
  answer: EstimateResponse;
  metric: Metric;
  /** Called with the suggested effect. */
  onUse: (effect: number) => void;
}

function Answer({ answer, metric, definition, onUse }: AnswerProps) {
  const { plan, suggestion } = answer;
  if (!plan) return <p className="max-w-prose text-ink-muted">{missingText(answer)}</p>;
  return (
    <>
      <p className="font-display text-title tabular-nums">{capitalize(durationText(plan.days))}</p>
      <p className="mt-1 max-w-prose text-ink-muted tabular-nums">{planText(answer, plan, metric)}</p>
      <details className="mt-2 max-w-prose">
        <summary className="text-ink-muted text-xs">How this is calculated</summary>
        <ol className="mt-1.5 grid list-decimal gap-1 pl-5 text-ink-muted text-xs tabular-nums">
          {formulaTexts(answer, plan, {
            metric,
            weights: definition.variations.map(({ weight }) => weight),
            coverage: definition.coverage,
          }).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
      </details>
      {plan.days > LONGEST_DAYS && (
        <Warning className="mt-3 max-w-prose">
          <p>{tooLongText(answer)}</p>
          {suggestion && (
            <Button
              variant="secondary"
              size="sm"
              className="my-2"
              onClick={() => onUse(suggestion.minimumEffect)}
            >
              Use {effectText(suggestion.minimumEffect)}: {durationText(suggestion.days)}
            </Button>
          )}
        </Warning>
      )}
    </>
  );
}
