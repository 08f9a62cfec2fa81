import { type ExperimentResponse, may } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useRoute } from "../../../shared/api/useRoute.ts";
import { ConflictDialog } from "../../../shared/draft/ConflictDialog.tsx";
import { SavedLine } from "../../../shared/draft/SavedLine.tsx";
import { useUnsavedGuard } from "../../../shared/draft/useUnsavedGuard.ts";
import { QueryView } from "../../../shared/query/QueryView.tsx";
import { BackLink } from "../../../shared/ui/links.tsx";
import { ScreenHeader, type ScreenProps } from "../../../shared/ui/screen.tsx";
import { EmptyState, Skeleton } from "../../../shared/ui/states.tsx";
import { useExperimentDraft } from "../useExperimentDraft.ts";
import { ExperimentForm } from "./ExperimentForm.tsx";
import { newExperiment } from "./experimentDefinition.ts";

/** Form for a new experiment. It is saved as a draft that no visitor sees until it is started. */
export function NewExperiment({ title, account: { role } }: ScreenProps) {
  return (
    <>
      <BackLink href="/experiments">Experiments</BackLink>
      <div className="mt-2 mb-6">
        <ScreenHeader title={title} />
        <p className="mt-1 text-ink-muted">Saved as a draft. Visitors see it only after you start it.</p>
      </div>
      {!may(role, "edit") ? (
        <EmptyState title="View-only access">
          Ask an editor to create an experiment, or ask an owner for editor access.
        </EmptyState>
      ) : (
        <NewEditor />
      )}
    </>
  );
}

function NewEditor() {
  const [first] = useState(newExperiment);
  const [, navigate] = useLocation();
  const edited = useExperimentDraft(first);
  const { base, isSaving } = edited;
  const savedKey = base.revision > 0 ? base.definition.key : null;
  useUnsavedGuard(edited.changes.length > 0);
  useEffect(() => {
    if (savedKey !== null) navigate(`/experiments/${encodeURIComponent(savedKey)}`, { replace: true });
  }, [savedKey, navigate]);
  return (
    <ExperimentForm key={edited.beginning} edited={edited} isNew>
      <Button submit size="sm" disabled={isSaving}>
        {isSaving ? "Saving" : "Save draft"}
      </Button>
    </ExperimentForm>
  );
}

/** Form for a saved experiment. */
export function EditExperiment({
  title,
  params: { key: experimentKey },
  account: { role },
}: ScreenProps<"key">) {
  const experiment = useRoute(
    "GET /experiments/:key",
    { params: { key: experimentKey } },
    {
      // A refetch must not replace a draft. Saving reports conflicts.
      refetchOnWindowFocus: false,
    },
  );
  return (
    <>
      <BackLink href={`/experiments/${encodeURIComponent(experimentKey)}`}>
        {experiment.data?.definition.name ?? experimentKey}
      </BackLink>
      <div className="mt-2 mb-6">
        <ScreenHeader title={title} />
      </div>
      <QueryView query={experiment} loading={<Skeleton className="h-160" />}>
        {(state) =>
          !may(role, "edit") ? (
            <EmptyState title="View-only access">
              Ask an editor to change it, or ask an owner for editor access.
            </EmptyState>
          ) : (
            <SavedEditor state={state} />
          )
        }
      </QueryView>
    </>
  );
}

function SavedEditor({ state }: { state: ExperimentResponse }) {
  const edited = useExperimentDraft(state);
  useUnsavedGuard(edited.changes.length > 0);
  return (
    <>
      <ExperimentForm key={edited.beginning} edited={edited} isNew={false} />
      <SavedLine edited={edited} text="Saved." />
      <ConflictDialog edited={edited} />
    </>
  );
}
