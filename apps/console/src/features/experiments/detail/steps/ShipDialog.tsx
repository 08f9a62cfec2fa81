import type { ExperimentDefinition } from "@marquee/contract";
import type { ShipDecision, ShippedField, Verdict } from "@marquee/contract/schema";
import { SelectField } from "@marquee/ui";
import { useState } from "react";
import { useRoute } from "../../../../shared/api/useRoute.ts";
import { ConfirmDialog } from "../../../../shared/ui/ConfirmDialog.tsx";
import { InlineError, Skeleton } from "../../../../shared/ui/states.tsx";
import { variationName } from "../../experimentTexts.ts";
import { withoutPlaces } from "../../readProblems.ts";
import { isDecided, ShippedTexts } from "./ShippedTexts.tsx";
import { type StepDialogProps, useStep, useVerdict, winnerOf } from "./useStep.ts";

/** Selects the variation to ship, with the winner preselected. Explains the effect and asks for confirmation. */
export function ShipDialog(props: StepDialogProps) {
  const { definition, state, shipped, takenBack } = props.experiment;
  const { key, kind, variations } = definition;
  const verdict = useVerdict(props.experiment);
  const winner = winnerOf(verdict);
  const [chosen, setChosen] = useState((takenBack ? shipped : winner) ?? "");
  const [decisions, setDecisions] = useState<readonly ShipDecision[]>([]);
  const ship = useStep("ship", props);
  const isContent = kind === "content";
  const shipping = useRoute(
    "GET /experiments/:key/shipping",
    { params: { key }, query: { variation: chosen } },
    { enabled: isContent && chosen !== "" },
  );
  const fields = shipping.data?.fields ?? [];
  const isReady = chosen !== "" && (!isContent || (shipping.isSuccess && isDecided(fields, decisions)));
  return (
    <ConfirmDialog
      isOpen
      title="Ship a variation?"
      action={chosen === "" ? "Ship" : `Ship ${variationName(definition, chosen)}`}
      isReady={isReady}
      dismissal="Cancel"
      isBusy={ship.isPending}
      error={withoutPlaces(ship.error)}
      onConfirm={() => ship.mutate({ variation: chosen, decisions: [...decisions] })}
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
        onChange={({ target }) => {
          setChosen(target.value);
          setDecisions([]);
        }}
      />
      {isContent && chosen !== "" && shipping.isPending && <Skeleton className="h-12" />}
      <InlineError error={shipping.error} />
      {isContent && shipping.isSuccess && (
        <ShippedTexts fields={fields} decisions={decisions} onDecide={setDecisions} />
      )}
      {chosen !== "" && (
        <p>
          {effectOf(definition, chosen, fields)}
          {state === "running" && " This ends the experiment."}
        </p>
      )}
      <p className="text-ink-muted">
        {isContent
          ? "To reverse this, undo the publication under Publications."
          : `It becomes the default of the flag ${definition.flag}. To undo this, ship another variation or revert the flag's latest change under Changes.`}
      </p>
    </ConfirmDialog>
  );
}

function isOpenVerdict(verdict: Verdict | null): boolean {
  return verdict?.kind === "too-early" || verdict?.kind === "no-visitors";
}

const EVERYONE = "Within a second, every visitor, consented or not,";

function effectOf(
  { kind, page, flag, variations }: ExperimentDefinition,
  chosen: string,
  fields: readonly ShippedField[],
): string {
  const variation = variations.find(({ key }) => key === chosen);
  if (kind === "flag")
    return `${EVERYONE} gets this value of ${flag}, unless one of the flag's rules applies first.`;
  if (kind === "content")
    return fields.length === 0
      ? "Every visitor sees what is published."
      : `${EVERYONE} sees what it publishes. Later publications replace it.`;
  return variation?.value === page
    ? `${EVERYONE} stays on ${page}.`
    : `${EVERYONE} who opens ${page} is redirected to ${variation?.value}.`;
}
