import {
  type FunnelState,
  type FunnelsResponse,
  MAX_FUNNEL_NAME_LENGTH,
  MIN_FUNNEL_STEPS,
} from "@marquee/contract/schema";
import { Button, Field } from "@marquee/ui";
import { useState } from "react";
import { FilterSelect } from "../../../shared/filters/filters.tsx";
import { InlineError, UndoLine, Warning } from "../../../shared/ui/states.tsx";
import { RecordDialog } from "../../../shared/versioned/RecordDialog.tsx";
import { useVersioned } from "../../../shared/versioned/useVersioned.ts";
import type { FunnelDraft } from "./funnelAddress.ts";

interface SavedFunnelsProps {
  saved: FunnelsResponse;
  stored: FunnelState | null;
  funnel: FunnelDraft;
  /** Whether the funnel differs from the saved one. */
  isChanged: boolean;
  mayEdit: boolean;
  onOpen: (state: FunnelState | null) => void;
}

/** Chooses a saved funnel, and saves, renames, archives and restores funnels. */
export function SavedFunnels({ saved, stored, funnel, isChanged, mayEdit, onOpen }: SavedFunnelsProps) {
  const { save, ended, end, restore } = useVersioned("funnels");
  const [named, setNamed] = useState<"new" | "stored" | null>(null);
  const inUse = saved.funnels.filter(({ definition }) => !definition.isArchived);
  const old = saved.funnels.filter(({ definition }) => definition.isArchived);
  const canSave = mayEdit && funnel.steps.length >= MIN_FUNNEL_STEPS;
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        {saved.funnels.length > 0 && (
          <div className="w-64 max-w-full">
            <FilterSelect
              label="Funnel"
              all="New funnel"
              value={stored ? String(stored.id) : ""}
              choices={[
                ...inUse.map(({ id, definition }) => [String(id), definition.name] as const),
                ...old.map(({ id, definition }) => [String(id), `${definition.name} (archived)`] as const),
              ]}
              onChange={(value) => onOpen(saved.funnels.find(({ id }) => String(id) === value) ?? null)}
            />
          </div>
        )}
        {canSave && stored && isChanged && !stored.definition.isArchived && (
          <Button
            size="sm"
            disabled={save.isPending}
            onClick={() =>
              save.mutate({ stored, definition: { ...stored.definition, funnel } }, { onSuccess: onOpen })
            }
          >
            Save changes
          </Button>
        )}
        {canSave && (isChanged || !stored) && (
          <Button variant={stored ? "secondary" : "primary"} size="sm" onClick={() => setNamed("new")}>
            {stored ? "Save as new" : "Save funnel"}
          </Button>
        )}
        {mayEdit && stored && !isChanged && !stored.definition.isArchived && (
          <>
            <Button variant="tertiary" size="sm" onClick={() => setNamed("stored")}>
              Rename
            </Button>
            <Button
              variant="tertiary"
              size="sm"
              disabled={save.isPending}
              onClick={() => end(stored, () => onOpen(null))}
            >
              Archive
            </Button>
          </>
        )}
        {mayEdit && stored?.definition.isArchived && (
          <Button variant="secondary" size="sm" onClick={() => restore(stored, onOpen)}>
            Restore
          </Button>
        )}
      </div>
      <UndoLine
        text={ended && `Archived ${ended.definition.name}.`}
        isBusy={save.isPending}
        onUndo={() => ended && restore(ended, onOpen)}
      />
      <InlineError error={save.error} />
      {saved.unreadable.length > 0 && (
        <Warning className="mt-3">
          A newer version of the server saved {saved.unreadable.join(", ")} in a way that this version can't
          read.
        </Warning>
      )}
      {named && (
        <NameDialog
          key={`${named} ${stored?.revision}`}
          stored={named === "stored" ? stored : null}
          funnel={funnel}
          onDone={(state) => {
            setNamed(null);
            if (state) onOpen(state);
          }}
        />
      )}
    </>
  );
}

interface NameDialogProps extends Pick<SavedFunnelsProps, "stored" | "funnel"> {
  onDone: (state?: FunnelState) => void;
}

function NameDialog({ stored, funnel, onDone }: NameDialogProps) {
  const [name, setName] = useState(stored?.definition.name ?? "");
  return (
    <RecordDialog
      kind="funnels"
      stored={stored}
      title={stored ? "Rename funnel" : "Save funnel"}
      definition={{ name, funnel: stored?.definition.funnel ?? funnel, isArchived: false }}
      action="Save"
      onDone={onDone}
    >
      <Field
        label="Name"
        hint="Everyone with an account sees it."
        required
        maxLength={MAX_FUNNEL_NAME_LENGTH}
        value={name}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
    </RecordDialog>
  );
}
