import { formatCounted } from "@marquee/contract";
import type { Draft, DraftField } from "@marquee/contract/schema";
import { MAX_REVISION_NOTE } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { request } from "../../shared/api/request.ts";
import { Field } from "../../shared/form/Field.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { InlineError, Skeleton } from "../../shared/ui/states.tsx";
import { textOf } from "./FieldForm.tsx";

interface PublishDialogProps {
  draft: number;
  /** Title of an item with its language, by key. */
  nameOf: (item: string) => string;
  onPublished: (revision: number) => void;
  onDismiss: () => void;
}

/** Everything that a draft changes, what stands against publishing it, and the button that does. */
export function PublishDialog({ draft: id, nameOf, onPublished, onDismiss }: PublishDialogProps) {
  const queries = useQueryClient();
  const params = { id: String(id) };
  const key = ["content", "draft", id];
  const draft = useQuery({ queryKey: key, queryFn: () => request("GET /content/drafts/:id", { params }) });
  const [note, setNote] = useState("");
  const refresh = () => queries.invalidateQueries({ queryKey: ["content"] });
  const publish = useMutation({
    mutationFn: () => request("POST /content/drafts/:id/publish", { params, body: { note } }),
    onSuccess: async ({ revision }) => {
      onPublished(revision);
      await refresh();
    },
    onError: refresh,
  });
  const settle = useMutation({
    mutationFn: ({
      item,
      pointer,
      step,
    }: Pick<DraftField, "item" | "pointer"> & { step: "remove" | "keep" }) =>
      request("POST /content/drafts/:id/field", { params, body: { item, pointer, step } }),
    onSuccess: async (next: Draft) => {
      queries.setQueryData(key, next);
      await refresh();
    },
  });
  const error = publish.error ?? settle.error;
  return (
    <Dialog isOpen onDismiss={onDismiss} title="Publish" closeLabel="Close" size="lg">
      <QueryView query={draft} loading={<Skeleton className="h-64" />}>
        {({ name, fields }) => {
          const open = fields.filter(({ conflict, problem }) => conflict || problem);
          const items = [...new Set(fields.map(({ item }) => item))];
          return (
            <div className="grid gap-5">
              <p className="text-ink-muted">
                {name}: {formatCounted(fields.length, "change")}. Visitors see them within a second. You can
                take them back in the history.
              </p>
              {items.map((item) => (
                <section key={item} aria-label={nameOf(item)}>
                  <h3 className="font-medium">{nameOf(item)}</h3>
                  <ul className="mt-1 border-hairline border-t">
                    {fields
                      .filter((field) => field.item === item)
                      .map((field) => (
                        <FieldChange
                          key={field.pointer}
                          field={field}
                          isBusy={settle.isPending}
                          onStep={(step) => settle.mutate({ ...field, step })}
                        />
                      ))}
                  </ul>
                </section>
              ))}
              <Field
                label="Note"
                hint="For the history. Without one, it has the draft's name."
                maxLength={MAX_REVISION_NOTE}
                value={note}
                onChange={({ target }) => setNote(target.value)}
              />
              {error && <InlineError error={error} />}
              <div className="flex flex-wrap items-center gap-3">
                <Button
                  size="sm"
                  disabled={publish.isPending || open.length > 0 || fields.length === 0}
                  onClick={() => publish.mutate()}
                >
                  {publish.isPending ? "Publishing" : "Publish"}
                </Button>
                <Button variant="secondary" size="sm" onClick={onDismiss}>
                  Cancel
                </Button>
                {open.length > 0 && (
                  <p className="text-clay">{formatCounted(open.length, "change")} to fix first.</p>
                )}
              </div>
            </div>
          );
        }}
      </QueryView>
    </Dialog>
  );
}

interface FieldChangeProps {
  field: DraftField;
  isBusy: boolean;
  onStep: (step: "remove" | "keep") => void;
}

function FieldChange({ field, isBusy, onStep }: FieldChangeProps) {
  const { label, value, from, author, conflict, problem } = field;
  return (
    <li className="grid gap-1 border-hairline border-b py-2.5 sm:grid-cols-[1fr_auto] sm:gap-x-4">
      <div className="grid min-w-0 gap-1">
        <p className="text-ink-muted text-xs">
          {label} · {author}
        </p>
        <BeforeAfter before={textOf(conflict ? conflict.value : from)} after={textOf(value)} />
        {conflict && (
          <p className="text-clay">Somebody else has published the upper text since this change began.</p>
        )}
        {problem && <p className="text-clay">{problem}</p>}
      </div>
      <div className="flex flex-wrap items-start gap-2 max-sm:-ml-3">
        {conflict && (
          <Button size="sm" variant="secondary" disabled={isBusy} onClick={() => onStep("keep")}>
            Keep mine
          </Button>
        )}
        <Button size="sm" variant="tertiary" disabled={isBusy} onClick={() => onStep("remove")}>
          {conflict ? "Use theirs" : "Remove"}
          <span className="sr-only">: {label}</span>
        </Button>
      </div>
    </li>
  );
}

/** Two texts, one above the other. */
export function BeforeAfter({ before, after }: { before: string; after: string }) {
  return (
    <div className="wrap-anywhere grid gap-1">
      <p className="max-h-40 overflow-y-auto whitespace-pre-wrap border-clay border-l-2 pl-2 text-ink-muted">
        <span className="sr-only">Before: </span>
        {before}
      </p>
      <p className="max-h-40 overflow-y-auto whitespace-pre-wrap border-leaf border-l-2 pl-2">
        <span className="sr-only">After: </span>
        {after}
      </p>
    </div>
  );
}
