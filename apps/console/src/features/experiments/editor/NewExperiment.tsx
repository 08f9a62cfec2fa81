import { Button } from "@marquee/ui";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useUnsavedGuard } from "../../../shared/draft/useUnsavedGuard.ts";
import { ScreenHeader } from "../../../shared/ui/ScreenHeader.tsx";
import type { ScreenProps } from "../../../shared/ui/screen.types.ts";
import { EmptyState } from "../../../shared/ui/states.tsx";
import { BackLink } from "../BackLink.tsx";
import { useExperimentDraft } from "../useExperimentDraft.ts";
import { ExperimentForm } from "./ExperimentForm.tsx";
import { newExperiment } from "./newExperiment.ts";

/** An experiment from nothing to a draft, which nobody sees before it is started. */
export function NewExperiment({ title, account: { role } }: ScreenProps) {
  return (
    <>
      <BackLink href="/experiments">Experiments</BackLink>
      <div className="mt-2 mb-6">
        <ScreenHeader title={title} />
        <p className="mt-1 text-ink-muted">Saved as a draft. Visitors see it only after you start it.</p>
      </div>
      {role === "viewer" ? (
        <EmptyState title="View-only access">
          Ask an editor to create an experiment, or ask an owner for editor access.
        </EmptyState>
      ) : (
        <Editor />
      )}
    </>
  );
}

function Editor() {
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
