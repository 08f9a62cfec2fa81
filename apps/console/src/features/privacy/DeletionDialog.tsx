import type { PersonAnswer } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../../shared/api/api.ts";
import { Field } from "../../shared/form/Field.tsx";
import { formatCounted } from "../../shared/format/format.ts";
import { finalStyles } from "../../shared/ui/dangerStyles.ts";
import { Problem } from "../../shared/ui/Problem.tsx";

interface DeletionDialogProps {
  id: string;
  person: PersonAnswer;
  isOpen: boolean;
  onDismiss: () => void;
  onRequested: () => void;
}

/** Says what a deletion takes and asks for the id once more, typed: it cannot be undone. */
export function DeletionDialog({ id, person, isOpen, onDismiss, onRequested }: DeletionDialogProps) {
  const [typed, setTyped] = useState("");
  const deletion = useMutation({ mutationFn: api.deletePerson, onSuccess: onRequested });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const withLeads = new FormData(event.currentTarget).has("leads");
    deletion.mutate({ id, confirmation: typed, withLeads });
  };
  return (
    <Dialog isOpen={isOpen} onDismiss={onDismiss} title="Delete this person's data" closeLabel="Close">
      <form onSubmit={submit} className="grid gap-4">
        <p>
          {formatCounted(person.events, "event")}, {formatCounted(person.sessions, "session")} and{" "}
          {formatCounted(person.rejectedEvents, "refused event")} under{" "}
          {formatCounted(person.ids.length, "name")} are deleted, and figures are counted anew without them.{" "}
          <strong>This cannot be undone.</strong> Consent receipts stay as proof.
        </p>
        {person.leads > 0 && (
          <label className="flex items-center gap-2.5">
            <input type="checkbox" name="leads" className="size-4 accent-[var(--accent)]" />
            Delete {formatCounted(person.leads, "lead")} of this address too
          </label>
        )}
        <Field
          label={`Type ${id} to confirm`}
          name="confirmation"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
          spellCheck={false}
        />
        {deletion.isError && <Problem error={deletion.error} />}
        <div className="flex flex-wrap gap-3">
          <Button
            submit
            size="sm"
            className={finalStyles}
            disabled={typed.trim() !== id || deletion.isPending}
          >
            {deletion.isPending ? "Asking for the deletion" : "Delete for good"}
          </Button>
          <Button variant="secondary" size="sm" onClick={onDismiss}>
            Keep it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
