import { Button } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from "react";
import { dangerTextStyles } from "../ui/ConfirmDialog.tsx";
import { InlineError } from "../ui/states.tsx";
import {
  type DefinitionOf,
  isConflict,
  type RecordKind,
  readRecord,
  type Save,
  type StateOf,
  saveRecord,
} from "./useVersioned.ts";

// Loaded on demand: conflicts are rare, and the code that renders changes is large.
const TheirChange = lazy(() => import("./TheirChange.tsx"));

interface RecordDialogProps<Kind extends RecordKind> {
  kind: Kind;
  /** Null for a new record. */
  stored: StateOf<Kind> | null;
  title: string;
  /** The form's definition; null while it can't be saved. */
  definition: DefinitionOf<Kind> | null;
  /** Further fields of the request. */
  more?: Save<Kind>["more"];
  /** Label of the save button. */
  action: string;
  /** Called with the saved record, or without one when the dialog is dismissed. */
  onDone: (saved?: StateOf<Kind>) => void;
  /** Ends the record. */
  end?: { action: "Archive" | "Delete"; run: (stored: StateOf<Kind>) => void };
  /** Additional buttons. */
  buttons?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** Creates or changes a record. If someone else has changed it in the meantime, it shows their change, and saving again replaces it. */
export function RecordDialog<Kind extends RecordKind>(props: RecordDialogProps<Kind>) {
  const { kind, stored, title, definition, more, action, onDone, end, buttons } = props;
  const queries = useQueryClient();
  const save = useMutation(saveRecord(queries, kind));
  const [base, setBase] = useState(stored);
  const [theirs, setTheirs] = useState<StateOf<Kind> | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!definition) return;
    save.mutate(
      { stored: base, definition, ...(more && { more }) },
      {
        onSuccess: (saved) => onDone(saved),
        onError: async (error) => {
          if (base && isConflict(error)) setTheirs((await readRecord(queries, kind, base.id)) ?? null);
        },
      },
    );
  };
  return (
    <Dialog isOpen onDismiss={() => onDone()} title={title} closeLabel="Close">
      <form onSubmit={submit} className="mt-3 grid gap-4">
        {props.children}
        <InlineError error={save.error} />
        {base && theirs && (
          <Suspense>
            <TheirChange
              before={base.definition}
              after={theirs.definition}
              onKeep={() => {
                setBase(theirs);
                setTheirs(null);
                save.reset();
              }}
              onDiscard={() => onDone()}
            />
          </Suspense>
        )}
        <div className="flex flex-wrap gap-3">
          <Button submit size="sm" disabled={!definition || save.isPending || theirs !== null}>
            {action}
          </Button>
          {buttons}
          <Button variant="secondary" size="sm" onClick={() => onDone()}>
            Cancel
          </Button>
          {stored && end && (
            <Button
              variant="tertiary"
              size="sm"
              className={`ml-auto ${end.action === "Delete" ? dangerTextStyles : ""}`}
              disabled={save.isPending}
              onClick={() => end.run(stored)}
            >
              {end.action}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
