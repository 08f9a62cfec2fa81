import type { ExperimentDefinition } from "@marquee/contract";
import type { ResultsAnswer } from "@marquee/contract/schema";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../../../../shared/ConfirmDialog.tsx";
import { SelectField } from "../../../../shared/SelectField.tsx";
import { variationName } from "../../experimentTexts.ts";
import { plainProblem } from "../../readProblems.ts";
import { type StepDialogProps, useStep } from "./useStep.ts";

/** Chooses what everybody gets, the winner first where there is one; says what changes for whom, and asks. */
export function ShipDialog(props: StepDialogProps) {
  const { definition, state, phase } = props.experiment;
  const { key, variations } = definition;
  const winner = useWinner(key, phase);
  const [chosen, setChosen] = useState(winner ?? variations[0]?.key ?? "");
  const ship = useStep("ship", props);
  const name = variationName(definition, chosen);
  return (
    <ConfirmDialog
      isOpen
      title="Ship a variation?"
      action={`Ship ${name}`}
      dismissal="Cancel"
      isBusy={ship.isPending}
      error={plainProblem(ship.error)}
      onConfirm={() => ship.mutate(chosen)}
      onDismiss={props.onDismiss}
    >
      <SelectField
        label="What everybody gets"
        choices={variations.map((variation) => [
          variation.key,
          variation.key === winner ? `${variation.name} (does better)` : variation.name,
        ])}
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
      />
      <p>
        Within a second every visitor, measured or not, {effectOf(definition, chosen)}
        {state === "running" && " This ends the experiment."}
      </p>
      <p className="text-ink-muted">
        It becomes the default of the flag {definition.flag}. To undo it, ship another variation, or revert
        that flag's latest change under Changes.
      </p>
    </ConfirmDialog>
  );
}

/** The variation that the results on the screen call the winner. */
function useWinner(key: string, phase: number): string | null {
  const queries = useQueryClient();
  const known = queries.getQueriesData<ResultsAnswer>({ queryKey: ["results", key, phase] });
  const verdict = known.at(-1)?.[1]?.verdict;
  return verdict?.kind === "winner" ? verdict.variation : null;
}

function effectOf({ kind, page, flag, variations }: ExperimentDefinition, chosen: string): string {
  const variation = variations.find(({ key }) => key === chosen);
  if (kind === "flag") return `gets this answer of ${flag}, unless one of the flag's rules answers first.`;
  if (kind === "content") {
    return chosen === variations[0]?.key
      ? `sees the page ${page} as it is written.`
      : `sees the page ${page} with the texts and order of ${variation?.name ?? chosen}.`;
  }
  return variation?.value === page
    ? `stays on ${page}.`
    : `who asks for ${page} is led to ${variation?.value}.`;
}
