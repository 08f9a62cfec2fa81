import type { ExperimentResponse } from "@marquee/contract/schema";
import { useQuery } from "@tanstack/react-query";
import { request } from "../../../shared/api/request.ts";
import { ConflictDialog } from "../../../shared/draft/ConflictDialog.tsx";
import { SavedLine } from "../../../shared/draft/SavedLine.tsx";
import { useUnsavedGuard } from "../../../shared/draft/useUnsavedGuard.ts";
import { QueryView } from "../../../shared/query/QueryView.tsx";
import { ScreenHeader } from "../../../shared/ui/ScreenHeader.tsx";
import type { ScreenProps } from "../../../shared/ui/screen.types.ts";
import { EmptyState, Skeleton } from "../../../shared/ui/states.tsx";
import { BackLink } from "../BackLink.tsx";
import { useExperimentDraft } from "../useExperimentDraft.ts";
import { ExperimentForm } from "./ExperimentForm.tsx";

/** An experiment that is there already, edited. */
export function EditExperiment({
  title,
  params: { key: experimentKey },
  account: { role },
}: ScreenProps<"key">) {
  const experiment = useQuery({
    queryKey: ["experiment", experimentKey],
    queryFn: () => request("GET /experiments/:key", { params: { key: experimentKey } }),
    // Drafts are not replaced while someone edits; saving reports conflicts.
    refetchOnWindowFocus: false,
  });
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
          role === "viewer" ? (
            <EmptyState title="View-only access">
              Ask an editor to change it, or ask an owner for editor access.
            </EmptyState>
          ) : (
            <Editor state={state} />
          )
        }
      </QueryView>
    </>
  );
}

function Editor({ state }: { state: ExperimentResponse }) {
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
