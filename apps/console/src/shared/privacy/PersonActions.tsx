import { formatCounted } from "@marquee/contract";
import type { PersonResponse, RequestScope } from "@marquee/contract/schema";
import { Button, Check, Field } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useMutation } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { type RequestBody, request, requestBytes } from "../api/request.ts";
import { dangerTextStyles } from "../ui/ConfirmDialog.tsx";
import { download } from "../ui/download.ts";
import { FormActions } from "../ui/FormActions.tsx";
import { InlineError } from "../ui/states.tsx";

interface DeletionDialogProps {
  id: string;
  scope: RequestScope;
  person: PersonResponse;
  isOpen: boolean;
  onDismiss: () => void;
  onRequested: () => void;
}

interface PersonActionsProps {
  id: string;
  scope: RequestScope;
  person: PersonResponse;
  onChanged: () => void;
}

/** Export and deletion of a person's data. */
export function PersonActions({ id, scope, person, onChanged }: PersonActionsProps) {
  const [isDeleting, setDeleting] = useState(false);
  const taken = useMutation({
    mutationFn: () => requestBytes("POST /privacy-requests/export", { body: { id, scope } }),
    onSuccess: (file) => {
      download(new Blob([file], { type: "application/json" }), `person-${id.replace(/[^\w.@-]/g, "-")}.json`);
    },
  });
  const changed = () => {
    setDeleting(false);
    onChanged();
  };
  return (
    <div className="mt-5 flex flex-wrap items-center gap-3">
      <Button size="sm" disabled={taken.isPending} onClick={() => taken.mutate()}>
        <Download aria-hidden="true" className="size-4" />
        {taken.isPending ? "Preparing export" : "Export as JSON"}
      </Button>
      <Button size="sm" variant="secondary" className={dangerTextStyles} onClick={() => setDeleting(true)}>
        <Trash2 aria-hidden="true" className="size-4" />
        Delete
      </Button>
      {taken.isError && (
        <div className="basis-full">
          <InlineError error={taken.error} />
        </div>
      )}
      <DeletionDialog
        id={id}
        scope={scope}
        person={person}
        isOpen={isDeleting}
        onDismiss={() => setDeleting(false)}
        onRequested={changed}
      />
    </div>
  );
}

/** Explains what a deletion removes and requires typing the ID, because it can't be undone. */
function DeletionDialog({ id, scope, person, isOpen, onDismiss, onRequested }: DeletionDialogProps) {
  const [typed, setTyped] = useState("");
  const deletion = useMutation({
    mutationFn: (body: RequestBody<"POST /privacy-requests/deletion">) =>
      request("POST /privacy-requests/deletion", { body }),
    onSuccess: onRequested,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const withLeads = new FormData(event.currentTarget).has("leads");
    deletion.mutate({ id, scope, confirmation: typed, withLeads });
  };
  return (
    <Dialog isOpen={isOpen} onDismiss={onDismiss} title="Delete this person's data" closeLabel="Close">
      <form onSubmit={submit} className="grid gap-4">
        <p>
          {formatCounted(person.events, "event")}, {formatCounted(person.sessions, "session")} and{" "}
          {formatCounted(person.rejectedEvents, "rejected event")} under{" "}
          {formatCounted(countNames(id, person), "name")} will be deleted, and metrics recalculated without
          them. <strong>This can't be undone.</strong> Consent receipts stay as proof.
        </p>
        {person.leads > 0 && (
          <Check name="leads" label={`Delete ${formatCounted(person.leads, "lead")} too`} />
        )}
        <Field
          label={`Type ${id} to confirm`}
          name="confirmation"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <InlineError error={deletion.error} />
        <FormActions
          action={deletion.isPending ? "Requesting deletion" : "Delete permanently"}
          isDisabled={typed.trim() !== id || deletion.isPending}
          isFinal
          onDismiss={onDismiss}
        />
      </form>
    </Dialog>
  );
}

/** The number of names whose events are deleted, including the requested one. */
function countNames(id: string, { names }: PersonResponse): number {
  const linked = [...names.browsers.map((browser) => browser.id), ...names.userIds, ...names.emails];
  return new Set([id, ...linked]).size;
}
