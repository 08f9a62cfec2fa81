import type { SegmentsResponse } from "@marquee/contract/schema";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useState } from "react";
import { FormActions } from "../../../shared/ui/FormActions.tsx";
import type { Scope } from "../../address/scope.ts";
import { QueryView } from "../../query/QueryView.tsx";
import { InlineError, Skeleton } from "../../ui/states.tsx";
import { useVersioned } from "../../versioned/useVersioned.ts";
import { ConditionList } from "./ConditionList.tsx";
import { SegmentFields } from "./SegmentFields.tsx";
import { filtersToSave, onlySegment } from "./segmentFilters.ts";
import { useSegments } from "./useSegments.ts";

interface SaveSegmentDialogProps {
  scope: Scope;
  /** Called to replace the filters with the saved segment. */
  change: (change: Partial<Scope>) => void;
  onDismiss: () => void;
}

/** Saves the current filters as a segment. */
export function SaveSegmentDialog(props: SaveSegmentDialogProps) {
  return (
    <Dialog isOpen onDismiss={props.onDismiss} title="Save as segment" closeLabel="Close">
      <QueryView query={useSegments()} loading={<Skeleton className="mt-2 h-60" />}>
        {(data) => <SaveForm {...props} {...data} />}
      </QueryView>
    </Dialog>
  );
}

function SaveForm({
  scope,
  change,
  onDismiss,
  segments,
  mayShare,
}: SaveSegmentDialogProps & SegmentsResponse) {
  const { save } = useVersioned("segments");
  const [named, setNamed] = useState({ name: "", isShared: false });
  const filters = filtersToSave(scope, segments);
  if (!filters) return <p className="mt-2">A segment in this address doesn't exist. Remove it first.</p>;
  return (
    <form
      className="mt-2 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(
          { stored: null, definition: { ...named, filters } },
          {
            onSuccess: ({ id }) => {
              change(onlySegment(id));
              onDismiss();
            },
          },
        );
      }}
    >
      <SegmentFields
        value={named}
        mayShare={mayShare}
        onChange={(changes) => setNamed({ ...named, ...changes })}
      />
      <ConditionList filters={filters} />
      <InlineError error={save.error} />
      <FormActions
        action="Save segment"
        isDisabled={named.name.trim() === "" || save.isPending}
        onDismiss={onDismiss}
      />
    </form>
  );
}
