import {
  type FunnelState,
  type FunnelsResponse,
  MAX_FUNNEL_NAME_LENGTH,
  MIN_FUNNEL_STEPS,
} from "@marquee/contract/schema";
import { Button, Field } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { type FormEvent, useState } from "react";
import { FilterSelect } from "../../../shared/filters/filters.tsx";
import { InlineError, Warning } from "../../../shared/ui/states.tsx";
import type { FunnelDraft } from "./funnelAddress.ts";
import { useFunnelChanges } from "./useFunnelChanges.ts";

interface SavedFunnelsProps {
  saved: FunnelsResponse;
  stored: FunnelState | null;
  funnel: FunnelDraft;
  /** The funnel is not saved as it is. */
  isChanged: boolean;
  mayEdit: boolean;
  onOpen: (state: FunnelState | null) => void;
}

/** Chooses a saved funnel, and saves, renames, archives and restores funnels. */
export function SavedFunnels({ saved, stored, funnel, isChanged, mayEdit, onOpen }: SavedFunnelsProps) {
  const changes = useFunnelChanges();
  const [named, setNamed] = useState<"new" | "stored" | null>(null);
  const [archived, setArchived] = useState<FunnelState | null>(null);
  const inUse = saved.funnels.filter(({ definition }) => !definition.isArchived);
  const old = saved.funnels.filter(({ definition }) => definition.isArchived);
  const canSave = mayEdit && funnel.steps.length >= MIN_FUNNEL_STEPS;
  const save = (given: Partial<FunnelState["definition"]>, then: (state: FunnelState) => void) =>
    stored && changes.mutate({ stored, definition: { ...stored.definition, ...given } }, { onSuccess: then });
  const restore = (state: FunnelState) =>
    changes.mutate(
      { stored: state, definition: { ...state.definition, isArchived: false } },
      {
        onSuccess: (restored) => {
          setArchived(null);
          onOpen(restored);
        },
      },
    );
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
          <Button size="sm" disabled={changes.isPending} onClick={() => save({ funnel }, onOpen)}>
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
              disabled={changes.isPending}
              onClick={() =>
                save({ isArchived: true }, (state) => {
                  setArchived(state);
                  onOpen(null);
                })
              }
            >
              Archive
            </Button>
          </>
        )}
        {mayEdit && stored?.definition.isArchived && (
          <Button variant="secondary" size="sm" onClick={() => restore(stored)}>
            Restore
          </Button>
        )}
      </div>
      <div role="status" className="mt-3 empty:mt-0">
        {archived && (
          <p className="flex flex-wrap items-center gap-x-3 border-leaf border-l-4 bg-leaf-soft px-3 py-1">
            <span>Archived {archived.definition.name}.</span>
            <Button
              variant="tertiary"
              size="sm"
              disabled={changes.isPending}
              onClick={() => restore(archived)}
            >
              Undo
            </Button>
          </p>
        )}
      </div>
      {changes.isError && named === null && <InlineError error={changes.error} />}
      {saved.unreadable.length > 0 && (
        <Warning className="mt-3">
          A newer version of the server saved {saved.unreadable.join(", ")} in a way that this version can't
          read.
        </Warning>
      )}
      {named && (
        <NameDialog
          title={named === "new" ? "Save funnel" : "Rename funnel"}
          name={named === "stored" ? (stored?.definition.name ?? "") : ""}
          changes={changes}
          onDismiss={() => {
            changes.reset();
            setNamed(null);
          }}
          onSave={(name) => {
            const done = (state: FunnelState) => {
              setNamed(null);
              onOpen(state);
            };
            if (named === "stored") save({ name }, done);
            else
              changes.mutate(
                { stored: null, definition: { name, funnel, isArchived: false } },
                { onSuccess: done },
              );
          }}
        />
      )}
    </>
  );
}

interface NameDialogProps {
  title: string;
  name: string;
  changes: Pick<ReturnType<typeof useFunnelChanges>, "isPending" | "error">;
  onSave: (name: string) => void;
  onDismiss: () => void;
}

function NameDialog({ title, name: given, changes, onSave, onDismiss }: NameDialogProps) {
  const [name, setName] = useState(given);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSave(name);
  };
  return (
    <Dialog isOpen onDismiss={onDismiss} title={title} closeLabel="Close">
      <form onSubmit={submit} className="mt-3 grid gap-4">
        <Field
          label="Name"
          hint="Everyone with an account sees it."
          required
          maxLength={MAX_FUNNEL_NAME_LENGTH}
          value={name}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
        {changes.error && <InlineError error={changes.error} />}
        <div className="flex flex-wrap gap-3">
          <Button submit size="sm" disabled={changes.isPending}>
            Save
          </Button>
          <Button variant="secondary" size="sm" onClick={onDismiss}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
