import { type LeadEntry, type LeadResponse, MAX_LEAD_NOTE_LENGTH } from "@marquee/contract/schema";
import { Button, TextAreaField } from "@marquee/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { request } from "../../shared/api/request.ts";
import { routeKey } from "../../shared/api/useRoute.ts";
import { formatInstant } from "../../shared/format/format.ts";
import { InlineError } from "../../shared/ui/states.tsx";

/**
 * The team's notes on a lead, newest first, and a field to add one. A deleted note can be restored until the person leaves the screen.
 */
export function LeadNotes({ lead: { id }, entries }: Pick<LeadResponse, "lead" | "entries">) {
  const queries = useQueryClient();
  const [text, setText] = useState("");
  const [deleted, setDeleted] = useState<readonly string[]>([]);
  const onSuccess = (answer: LeadResponse) =>
    queries.setQueryData(routeKey("GET /leads/:id", { params: { id } }), answer);
  const add = useMutation({
    mutationFn: () => request("POST /leads/:id/notes", { params: { id }, body: { text: text.trim() } }),
    onSuccess: (answer) => {
      onSuccess(answer);
      setText("");
    },
  });
  const remove = useMutation({
    mutationFn: ({ id: note, isDeleted }: Pick<LeadEntry, "id" | "isDeleted">) =>
      request("PUT /leads/:id/notes/:note", { params: { id, note }, body: { isDeleted } }),
    onSuccess,
    onMutate: ({ id: note }) => setDeleted((ids) => [...ids, note]),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") add.mutate();
  };
  const notes = entries.filter(
    (entry) => entry.kind === "note" && (!entry.isDeleted || deleted.includes(entry.id)),
  );
  const error = add.error ?? remove.error;
  return (
    <section aria-label="Notes" className="min-w-0">
      <form onSubmit={submit} className="grid justify-items-start gap-2">
        <div className="w-full">
          <TextAreaField
            label="Notes"
            hint="Everyone with access to leads can read them. They are deleted with the lead."
            rows={3}
            maxLength={MAX_LEAD_NOTE_LENGTH}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <Button submit size="sm" variant="secondary" disabled={add.isPending || text.trim() === ""}>
          Add note
        </Button>
      </form>
      <InlineError error={error} />
      <ul className="mt-3">
        {notes.map((note) => (
          <li key={note.id} className="border-hairline border-t py-2.5">
            {note.isDeleted ? (
              <p className="text-ink-muted">Note deleted.</p>
            ) : (
              <p className="wrap-anywhere max-w-prose whitespace-pre-wrap">{note.after}</p>
            )}
            <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-ink-muted text-xs">
              {note.by ?? "Webhook"}, {formatInstant(note.at)}
              <Button
                size="sm"
                variant="tertiary"
                disabled={remove.isPending}
                onClick={() => remove.mutate({ id: note.id, isDeleted: !note.isDeleted })}
              >
                {note.isDeleted ? "Undo" : "Delete"}
                <span className="sr-only">: note of {formatInstant(note.at)}</span>
              </Button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
