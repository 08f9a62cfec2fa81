import { formatCounted } from "@marquee/contract";
import type { Draft, DraftField } from "@marquee/contract/schema";
import { MAX_REVISION_NOTE_LENGTH } from "@marquee/contract/schema";
import { Button, Field } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { request } from "../../shared/api/request.ts";
import { reload, routeKey, useRoute } from "../../shared/api/useRoute.ts";
import { type Publication, pagesAddedBy } from "../../shared/changes/PublishedNotice.tsx";
import {
  fromLocalInput,
  localTimeNote,
  timeZoneName,
  toLocalInput,
} from "../../shared/form/ScheduleFields.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { InlineError, Skeleton } from "../../shared/ui/states.tsx";
import { DraftChanges, type FieldStep } from "./DraftChanges.tsx";
import { Choice } from "./PreviewFrame.tsx";
import { ScheduleNotice } from "./ScheduleNotice.tsx";
import { VisibleFrom } from "./VisibleFrom.tsx";

interface PublishDialogProps {
  draft: number;
  /** Whether the account publishes. Others request publication. */
  mayPublish: boolean;
  onPublished: (publication: Publication) => void;
  /** Called after an editor was asked to publish. */
  onAsked?: () => void;
  /** Called with the time after the draft was scheduled. */
  onScheduled: (at: number) => void;
  onDismiss: () => void;
  /** Whether the dialog opens with a choice of time. */
  isLater?: boolean;
}

/** All changes of a draft, the problems that stop it from being published, and the button to publish it. */
export function PublishDialog(props: PublishDialogProps) {
  const { draft: id, mayPublish, onPublished, onAsked, onScheduled, onDismiss } = props;
  const queries = useQueryClient();
  const params = { id: String(id) };
  const draft = useRoute("GET /content/drafts/:id", { params });
  const [typedNote, setNote] = useState<string | null>(null);
  const [isLater, setLater] = useState(props.isLater ?? false);
  const [time, setTime] = useState<string | null>(null);
  const schedule = draft.data?.schedule ?? null;
  const note = typedNote ?? schedule?.note ?? "";
  const chosen = time ?? toLocalInput(schedule && schedule.at > Date.now() ? schedule.at : null);
  const at = fromLocalInput(chosen);
  const refresh = () => reload(queries, "GET /content*");
  const publish = useMutation({
    mutationFn: () => request("POST /content/drafts/:id/publish", { params, body: { note } }),
    onSuccess: ({ revision }) => onPublished({ revision, added: draft.data ? pagesAddedBy(draft.data) : [] }),
    onError: refresh,
  });
  const postpone = useMutation({
    mutationFn: (at: number) => request("PUT /content/drafts/:id/schedule", { params, body: { at, note } }),
    onSuccess: (_draft, at) => onScheduled(at),
    onError: refresh,
  });
  const ask = useMutation({
    mutationFn: () => request("PUT /content/drafts/:id", { params, body: { isReady: true } }),
    onSuccess: () => onAsked?.(),
  });
  const settle = useMutation({
    mutationFn: ({ item, pointer, step }: Pick<DraftField, "item" | "pointer"> & { step: FieldStep }) =>
      request("POST /content/drafts/:id/field", { params, body: { item, pointer, step } }),
    onSuccess: (next: Draft) => queries.setQueryData(routeKey("GET /content/drafts/:id", { params }), next),
  });
  const error = publish.error ?? postpone.error ?? ask.error ?? settle.error;
  return (
    <Dialog
      isOpen
      onDismiss={onDismiss}
      title={mayPublish ? "Publish" : "Ask to publish"}
      closeLabel="Close"
      size="lg"
    >
      <QueryView query={draft} loading={<Skeleton className="h-64" />}>
        {(data) => {
          const { name, fields } = data;
          const open = fields.filter(({ conflict, problem }) => conflict || problem);
          return (
            <div className="grid gap-5">
              <p className="text-ink-muted">
                {name}: {formatCounted(fields.length, "change")}.{" "}
                {mayPublish ? (
                  <>
                    {isLater ? (
                      "Visitors see them from the time that you choose."
                    ) : (
                      <VisibleFrom draft={id} fields={fields} />
                    )}{" "}
                    You can undo them under Publications.
                  </>
                ) : (
                  "Editors see that the draft is ready and can publish it."
                )}
              </p>
              {schedule && <ScheduleNotice schedule={schedule} />}
              <DraftChanges
                draft={data}
                isBusy={settle.isPending}
                onStep={({ item, pointer }, step) => settle.mutate({ item, pointer, step })}
                onLeave={onDismiss}
              />
              {mayPublish && (
                <>
                  <Field
                    label="Note"
                    hint="Shown in the history. Defaults to the draft's name."
                    maxLength={MAX_REVISION_NOTE_LENGTH}
                    value={note}
                    onChange={({ target }) => setNote(target.value)}
                  />
                  <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
                    <Choice
                      label="When"
                      choices={["now", "later"]}
                      chosen={isLater ? "later" : "now"}
                      nameOf={(each) => (each === "now" ? "Publish now" : "Publish later")}
                      onChange={(each) => setLater(each === "later")}
                    />
                    {isLater && (
                      <div className="min-w-64 flex-1">
                        <Field
                          label={`Date and time (${timeZoneName(at ?? Date.now())})`}
                          type="datetime-local"
                          value={chosen}
                          hint={localTimeNote(chosen) || "In the site’s time zone."}
                          problem={at !== null && at <= Date.now() ? "This time has passed." : ""}
                          onChange={({ target }) => setTime(target.value)}
                        />
                        <p className="mt-2 text-ink-muted text-xs">
                          The draft is published as it is at that time, including changes you make until then.
                          If someone publishes another text for one of its fields first, it waits for your
                          decision.
                        </p>
                      </div>
                    )}
                  </div>
                </>
              )}
              <InlineError error={error} />
              <div className="flex flex-wrap items-center gap-3">
                {!mayPublish ? (
                  <Button
                    size="sm"
                    disabled={ask.isPending || open.length > 0 || fields.length === 0}
                    onClick={() => ask.mutate()}
                  >
                    Ask to publish
                  </Button>
                ) : isLater ? (
                  <Button
                    size="sm"
                    disabled={
                      postpone.isPending ||
                      open.length > 0 ||
                      fields.length === 0 ||
                      at === null ||
                      at <= Date.now()
                    }
                    onClick={() => at !== null && postpone.mutate(at)}
                  >
                    {postpone.isPending ? "Scheduling" : "Schedule"}
                  </Button>
                ) : (
                  <Button
                    size="sm"
                    disabled={publish.isPending || open.length > 0 || fields.length === 0}
                    onClick={() => publish.mutate()}
                  >
                    {publish.isPending ? "Publishing" : "Publish"}
                  </Button>
                )}
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
