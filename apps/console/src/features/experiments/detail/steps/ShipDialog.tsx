import type { ExperimentDefinition } from "@marquee/contract";
import type { Verdict } from "@marquee/contract/schema";
import { useState } from "react";
import { SelectField } from "../../../../shared/form/SelectField.tsx";
import { ConfirmDialog } from "../../../../shared/ui/ConfirmDialog.tsx";
import { variationName } from "../../experimentTexts.ts";
import { withoutPlaces } from "../../readProblems.ts";
import { type StepDialogProps, useStep, useVerdict, winnerOf } from "./useStep.ts";

/** Selects the variation to ship, with the winner preselected. Explains who is affected and asks for confirmation. */
export function ShipDialog(props: StepDialogProps) {
  const { definition, state } = props.experiment;
  const { variations } = definition;
  const verdict = useVerdict(props.experiment);
  const winner = winnerOf(verdict);
  const [chosen, setChosen] = useState(winner ?? "");
  const ship = useStep("ship", props);
  return (
    <ConfirmDialog
      isOpen
      title="Ship a variation?"
      action={chosen === "" ? "Ship" : `Ship ${variationName(definition, chosen)}`}
      isReady={chosen !== ""}
      dismissal="Cancel"
      isBusy={ship.isPending}
      error={withoutPlaces(ship.error)}
      onConfirm={() => ship.mutate(chosen)}
      onDismiss={props.onDismiss}
    >
      {isOpenVerdict(verdict) && <p>There is no clear winner yet. Shipping now is a guess.</p>}
      <SelectField
        label="Variation to ship"
        choices={[
          ...(chosen === "" ? [["", "Choose a variation"] as const] : []),
          ...variations.map(({ key, name }) => [key, key === winner ? `${name} (winner)` : name] as const),
        ]}
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
      />
      {chosen !== "" && (
        <p>
          Within a second, every visitor, consented or not, {effectOf(definition, chosen)}
          {state === "running" && " This ends the experiment."}
        </p>
      )}
      <p className="text-ink-muted">
        It becomes the default of the flag {definition.flag}. To undo this, ship another variation or revert
        the flag's latest change under Changes.
      </p>
    </ConfirmDialog>
  );
}

function isOpenVerdict(verdict: Verdict | null): boolean {
  return verdict?.kind === "too-early" || verdict?.kind === "no-visitors";
}

function effectOf({ kind, page, flag, variations }: ExperimentDefinition, chosen: string): string {
  const variation = variations.find(({ key }) => key === chosen);
  if (kind === "flag") return `gets this value of ${flag}, unless one of the flag's rules applies first.`;
  if (kind === "content") {
    return chosen === variations[0]?.key
      ? `sees the original ${page}.`
      : `sees ${page} with the text and section order of ${variation?.name ?? chosen}.`;
  }
  return variation?.value === page
    ? `stays on ${page}.`
    : `who opens ${page} is redirected to ${variation?.value}.`;
}
