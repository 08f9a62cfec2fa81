import { formatFineShare } from "@marquee/contract";
import type { ExperimentResponse } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { targetingSummary } from "../../../../shared/targeting/targetingTexts.ts";
import { ConfirmDialog } from "../../../../shared/ui/ConfirmDialog.tsx";
import { whatVaries } from "../../experimentTexts.ts";
import { withoutPlaces } from "../../readProblems.ts";
import { ShipDialog } from "./ShipDialog.tsx";
import { type Step, type StepDialogProps, useStep, useVerdict, winnerOf } from "./useStep.ts";

const SAID: Record<Step, string> = {
  start: "Experiment started.",
  stop: "Experiment stopped.",
  ship: "Variation shipped.",
};

interface StepsProps {
  experiment: ExperimentResponse;
  /** Called with the number of the revision that shipping has published. */
  onPublished: (revision: number) => void;
}

/** Actions by state: start a draft, stop or ship a running experiment, ship or restart a stopped one. */
export function Steps({ experiment, onPublished }: StepsProps) {
  const [openStep, setOpenStep] = useState<Step | null>(null);
  const [done, setDone] = useState<Step | null>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const { state, revision, definition, takenBack } = experiment;
  const winner = winnerOf(useVerdict(experiment));
  const isExplained = definition.hypothesis.trim() !== "";
  const Dialog = openStep && DIALOGS[openStep];
  // The button that was pressed has been replaced, so move the focus to its container.
  useEffect(() => {
    if (done && revision > 0) buttons.current?.focus({ preventScroll: true });
  }, [done, revision]);
  const finish = (step: Step, { publication }: ExperimentResponse) => {
    setOpenStep(null);
    setDone(step);
    if (publication !== null && publication !== experiment.publication) onPublished(publication);
  };
  return (
    <div ref={buttons} tabIndex={-1} className="flex flex-wrap gap-3 outline-none">
      <p role="status" className="sr-only">
        {done && SAID[done]}
      </p>
      {state === "running" && (
        <Button variant="secondary" size="sm" onClick={() => setOpenStep("stop")}>
          Stop
        </Button>
      )}
      {state === "stopped" && isExplained && (
        <Button variant="secondary" size="sm" onClick={() => setOpenStep("start")}>
          Start again
        </Button>
      )}
      {state !== "running" && !isExplained && <HypothesisNeeded experimentKey={definition.key} />}
      {state === "draft" && isExplained && (
        <Button size="sm" onClick={() => setOpenStep("start")}>
          Start
        </Button>
      )}
      {state !== "draft" && (
        <Button
          variant={winner === null ? "secondary" : "primary"}
          size="sm"
          onClick={() => setOpenStep("ship")}
        >
          {takenBack ? "Ship again" : "Ship a variation"}
        </Button>
      )}
      {Dialog && openStep && (
        <Dialog
          experiment={experiment}
          onDismiss={() => setOpenStep(null)}
          onDone={(after) => finish(openStep, after)}
        />
      )}
    </div>
  );
}

/** Shown instead of the start button: the server rejects a start without a hypothesis. */
function HypothesisNeeded({ experimentKey }: { experimentKey: string }) {
  return (
    <p className="self-center text-ink-muted">
      To start,{" "}
      <Link
        href={`/experiments/${encodeURIComponent(experimentKey)}/edit#hypothesis`}
        className="text-ink underline underline-offset-4"
      >
        add a hypothesis
      </Link>{" "}
      first.
    </p>
  );
}

const DIALOGS = { start: StartDialog, stop: StopDialog, ship: ShipDialog } as const;

/** Explains the effect of stopping and asks for confirmation. */
function StopDialog(props: StepDialogProps) {
  const stop = useStep("stop", props);
  return (
    <ConfirmDialog
      isOpen
      title="Stop the experiment?"
      action="Stop"
      dismissal="Keep running"
      isBusy={stop.isPending}
      error={withoutPlaces(stop.error)}
      onConfirm={() => stop.mutate(undefined)}
      onDismiss={props.onDismiss}
    >
      <p>Within a second, everyone sees the default. Results so far are kept.</p>
      <p className="text-ink-muted">
        Starting again begins a new phase: visitors are reassigned and counted from zero. You can still ship a
        variation.
      </p>
    </ConfirmDialog>
  );
}

/** Explains the effect of starting and asks for confirmation. */
function StartDialog(props: StepDialogProps) {
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
      action={phase === 0 ? "Start" : "Start again"}
      dismissal="Not yet"
      isBusy={start.isPending}
      error={withoutPlaces(start.error)}
      onConfirm={() => start.mutate(undefined)}
      onDismiss={onDismiss}
    >
      <p>
        Within a second, it starts for {targetingSummary(definition.targeting, definition.coverage)}, but only
        for consented visitors. {whatVaries(definition)}: {shares}. Everyone else sees the control.
      </p>
      {phase > 0 && (
        <p>
          Visitors are reassigned and counted from zero. Select phase {phase} above the results to see its
          numbers.
        </p>
      )}
      <p className="text-ink-muted">
        Variations, weights, audience and metrics are locked while it runs. When you stop it, everyone sees
        the default again.
      </p>
    </ConfirmDialog>
  );
}
