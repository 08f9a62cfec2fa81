import { ConfirmDialog } from "../../../../shared/ConfirmDialog.tsx";
import { plainProblem } from "../../readProblems.ts";
import { type StepDialogProps, useStep } from "./useStep.ts";

/** Says what stopping does, and asks. */
export function StopDialog(props: StepDialogProps) {
  const stop = useStep("stop", props);
  return (
    <ConfirmDialog
      isOpen
      title="Stop the experiment?"
      action="Stop it"
      dismissal="Let it run"
      isBusy={stop.isPending}
      error={plainProblem(stop.error)}
      onConfirm={() => stop.mutate(undefined)}
      onDismiss={props.onDismiss}
    >
      <p>Within a second everybody sees what the site shows by default. What was counted so far stays.</p>
      <p className="text-ink-muted">
        Starting it again is a new phase: visitors are drawn anew and counted from zero. You can still ship a
        variation.
      </p>
    </ConfirmDialog>
  );
}
