import { formatFineShare, type Variation } from "@marquee/contract";
import { Button } from "@marquee/ui";
import { useState } from "react";
import { AddButton } from "../../../shared/ui/IconButton.tsx";
import { emptyValue, newVariation } from "./experimentDefinition.ts";
import { type PartProps, ProblemAt, Section } from "./FormSection.tsx";
import { VariationEditor } from "./VariationEditor.tsx";

/** The server accepts the same deviation from 1: three thirds typed as percentages make 0.999. */
const TOLERANCE = 0.001;

const MOST = 10;
const FEWEST = 2;

/** The variations: the control and its alternatives. */
export function VariationList(props: PartProps) {
  const { definition, set } = props;
  const { variations } = definition;
  const [said, setSaid] = useState("");
  const add = () => {
    const value = definition.kind === "flag" ? (variations[0]?.value ?? null) : emptyValue(definition);
    set({ variations: splitEvenly([...variations, newVariation(variations, value)]) });
    setSaid("Variation added. Traffic is split evenly.");
  };
  const remove = (index: number) => {
    set({ variations: splitEvenly(variations.toSpliced(index, 1)) });
    setSaid("Variation removed. Traffic is split evenly.");
  };
  return (
    <Section title="Variations" intro="The first variation is the control: the current site.">
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol className="grid gap-3">
        {variations.map((variation, index) => (
          <VariationEditor
            key={variation.key}
            definition={definition}
            variation={variation}
            index={index}
            onChange={(change) => set({ variations: variations.with(index, { ...variation, ...change }) })}
            onRemove={index > 0 && variations.length > FEWEST ? () => remove(index) : null}
          />
        ))}
      </ol>
      <WeightSum {...props} />
      <ProblemAt place="variations" />
      {variations.length < MOST && (
        <div>
          <AddButton variant="secondary" onClick={add}>
            Add variation
          </AddButton>
        </div>
      )}
    </Section>
  );
}

function WeightSum({ definition: { variations }, set }: PartProps) {
  const { sum, isWhole } = sumOfWeights(variations);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p role="status" className={isWhole ? "text-ink-muted" : "font-medium text-clay"}>
        Weights add up to <span className="tabular-nums">{formatFineShare(sum)}</span>
        {isWhole ? "." : ". They must add up to 100%."}
      </p>
      <Button
        variant="tertiary"
        size="sm"
        className="-ml-3.5"
        onClick={() => set({ variations: splitEvenly(variations) })}
      >
        Split evenly
      </Button>
    </div>
  );
}

/** Gives every variation the same weight. */
export function splitEvenly(variations: readonly Variation[]): Variation[] {
  return variations.map((variation) => ({ ...variation, weight: 1 / variations.length }));
}

/** The sum of the weights, and whether it is 1 within the tolerance. */
export function sumOfWeights(variations: readonly Variation[]): { sum: number; isWhole: boolean } {
  const sum = variations.reduce((total, { weight }) => total + weight, 0);
  return { sum, isWhole: Math.abs(sum - 1) <= TOLERANCE + Number.EPSILON * variations.length };
}
