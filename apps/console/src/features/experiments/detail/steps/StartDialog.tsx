import { ConfirmDialog } from "../../../../shared/ConfirmDialog.tsx";
import { formatFineShare } from "../../../../shared/format.ts";
import { targetingSummary } from "../../../../shared/targeting/targetingSummary.ts";
import { whatVaries } from "../../experimentTexts.ts";
import { plainProblem } from "../../readProblems.ts";
import { type StepDialogProps, useStep } from "./useStep.ts";

/** Says what starting does, and asks. */
export function StartDialog(props: StepDialogProps) {
  const { experiment, onDismiss } = props;
  const { definition, phase } = experiment;
  const start = useStep("start", props);
  const shares = definition.variations
    .map(({ name, weight }) => `${name} to ${formatFineShare(weight)}`)
    .join(", ");
  return (
    <ConfirmDialog
      isOpen
      title={phase === 0 ? "Start the experiment?" : `Start phase ${phase + 1}?`}
      action={phase === 0 ? "Start it" : "Start it again"}
      dismissal="Not yet"
      isBusy={start.isPending}
      error={plainProblem(start.error)}
      onConfirm={() => start.mutate(undefined)}
      onDismiss={onDismiss}
    >
      <p>
        Within a second it begins for {targetingSummary(definition.targeting, definition.coverage)}, but only
        those who agreed to be measured. {whatVaries(definition)}: {shares}. All others see the control.
      </p>
      {phase > 0 && (
        <p>Visitors are drawn and counted anew; the numbers of phase {phase} leave this screen.</p>
      )}
      <p className="text-ink-muted">
        While it runs, variations, weights, audience and metrics stay as they are. Stopping it takes everybody
        back to what the site shows by default.
      </p>
    </ConfirmDialog>
  );
}
