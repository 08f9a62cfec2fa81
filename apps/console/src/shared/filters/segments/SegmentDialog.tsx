import type { SavedSegment } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useState } from "react";
import type { Scope } from "../../address/scope.ts";
import { formatDay } from "../../format/format.ts";
import { QueryView } from "../../query/QueryView.tsx";
import { ConfirmDialog, dangerTextStyles } from "../../ui/ConfirmDialog.tsx";
import { InlineError, Skeleton } from "../../ui/states.tsx";
import { useVersioned } from "../../versioned/useVersioned.ts";
import { ConditionList } from "./ConditionList.tsx";
import { SegmentFields } from "./SegmentFields.tsx";
import { filtersToSave, onlySegment, withFiltersOf, withoutSegment, withSegment } from "./segmentFilters.ts";
import { useDeleteSegment, useSegments } from "./useSegments.ts";

interface SegmentDialogProps {
  id: number;
  scope: Scope;
  change: (change: Partial<Scope>) => void;
  onDismiss: () => void;
}

/** A saved segment: its filters, and actions on it. */
export function SegmentDialog(props: SegmentDialogProps) {
  const query = useSegments();
  const stored = query.data?.segments.find(({ id }) => id === props.id);
  return (
    <Dialog
      isOpen
      onDismiss={props.onDismiss}
      title={stored?.definition.name ?? "Segment"}
      closeLabel="Close"
    >
      <QueryView query={query} loading={<Skeleton className="mt-2 h-60" />}>
        {({ segments, mayShare }) =>
          stored ? (
            <Details {...props} stored={stored} segments={segments} mayShare={mayShare} />
          ) : (
            <p className="mt-2">This segment was deleted, or is not shared with you.</p>
          )
        }
      </QueryView>
    </Dialog>
  );
}

interface DetailsProps extends SegmentDialogProps {
  stored: SavedSegment;
  segments: readonly SavedSegment[];
  mayShare: boolean;
}

function Details({ stored, segments, mayShare, scope, change, onDismiss }: DetailsProps) {
  const isUsed = scope.segments.includes(stored.id);
  const asFilters = withFiltersOf(stored, scope);
  const apply = (next: Partial<Scope>) => {
    change(next);
    onDismiss();
  };
  return (
    <div className="mt-2 grid gap-5">
      <p className="text-ink-muted text-xs">
        {stored.definition.isShared ? "Shared with everyone" : "Only yours"}. Last changed by{" "}
        {stored.updatedBy} on {formatDay(stored.updatedAt)}.
      </p>
      <ConditionList filters={stored.definition.filters} />
      <div>
        <div className="flex flex-wrap gap-3">
          {!isUsed && (
            <Button size="sm" onClick={() => apply(withSegment(scope, stored.id))}>
              Use segment
            </Button>
          )}
          {asFilters && (
            <Button variant="secondary" size="sm" onClick={() => apply(asFilters)}>
              {isUsed ? "Replace with its filters" : "Use its filters"}
            </Button>
          )}
          {isUsed && (
            <Button variant="secondary" size="sm" onClick={() => apply(withoutSegment(scope, stored.id))}>
              Remove from this screen
            </Button>
          )}
        </div>
        {!asFilters && (
          <p className="mt-2 text-ink-muted text-xs">
            Its filters can't be edited here: the filter bar supports at most one list of alternatives, and no
            patterns or nested conditions.
          </p>
        )}
      </div>
      {stored.isEditable ? (
        <EditSegment
          stored={stored}
          segments={segments}
          mayShare={mayShare}
          scope={scope}
          change={change}
          onDismiss={onDismiss}
        />
      ) : (
        <p className="border-hairline border-t pt-4 text-ink-muted text-xs">
          {stored.owner ?? "A deleted account"} saved this segment. Only they or an owner can change it.
        </p>
      )}
    </div>
  );
}

type EditSegmentProps = Omit<DetailsProps, "id">;

function EditSegment({ stored, segments, mayShare, scope, change, onDismiss }: EditSegmentProps) {
  const { save } = useVersioned("segments");
  const remove = useDeleteSegment();
  const [named, setNamed] = useState({ name: stored.definition.name, isShared: stored.definition.isShared });
  const [isDeleting, setDeleting] = useState(false);
  const current = filtersToSave(scope, segments);
  const isSame = current === null || JSON.stringify(current) === JSON.stringify(stored.definition.filters);
  const isChanged =
    named.name.trim() !== stored.definition.name || named.isShared !== stored.definition.isShared;
  return (
    <>
      <form
        className="grid gap-4 border-hairline border-t pt-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ stored, definition: { ...named, filters: stored.definition.filters } });
        }}
      >
        <SegmentFields
          value={named}
          mayShare={mayShare}
          onChange={(changes) => setNamed({ ...named, ...changes })}
        />
        <InlineError error={save.error} />
        <div className="flex flex-wrap gap-3">
          <Button submit size="sm" disabled={!isChanged || named.name.trim() === "" || save.isPending}>
            Save changes
          </Button>
          {!isSame && (
            <Button
              variant="secondary"
              size="sm"
              disabled={save.isPending}
              onClick={() =>
                save.mutate(
                  { stored, definition: { ...stored.definition, filters: current } },
                  {
                    onSuccess: () => {
                      change(onlySegment(stored.id));
                      onDismiss();
                    },
                  },
                )
              }
            >
              Update to current filters
            </Button>
          )}
          <Button variant="tertiary" size="sm" className={dangerTextStyles} onClick={() => setDeleting(true)}>
            Delete
          </Button>
        </div>
      </form>
      <ConfirmDialog
        isOpen={isDeleting}
        title={`Delete ${stored.definition.name}?`}
        action="Delete segment"
        dismissal="Keep it"
        isFinal
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(stored, {
            onSuccess: () => {
              change(withoutSegment(scope, stored.id));
              onDismiss();
            },
          })
        }
        onDismiss={() => setDeleting(false)}
      >
        <p>
          {stored.definition.isShared
            ? "It will be deleted for everyone. Links and API requests that use it stop working."
            : "Links that use it stop working."}
        </p>
      </ConfirmDialog>
    </>
  );
}
