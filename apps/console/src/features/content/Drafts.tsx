import { formatCounted } from "@marquee/contract";
import type { ContentItemSummary, DraftSummary } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { request } from "../../shared/api/request.ts";
import { type JustPublished, PublishedNotice } from "../../shared/changes/PublishedNotice.tsx";
import { formatInstant } from "../../shared/format/format.ts";
import { TextLink } from "../../shared/ui/links.tsx";
import { InlineError } from "../../shared/ui/states.tsx";
import { namesOf, stepText } from "./contentTexts.ts";
import { hrefOfItem } from "./hrefOfItem.ts";
import { PublishDialog } from "./PublishDialog.tsx";
import { ScheduleNotice } from "./ScheduleNotice.tsx";

interface DraftsProps {
  drafts: readonly DraftSummary[];
  items: readonly ContentItemSummary[];
  mayEdit: boolean;
  /** Whether the account publishes. Others request publication. */
  mayPublish: boolean;
}

/**
 * Open drafts: what each changes, with the buttons to publish and discard it. A discarded one can be restored until the person leaves the
 * screen.
 */
export function Drafts({ drafts, items, mayEdit, mayPublish }: DraftsProps) {
  const [publishing, setPublishing] = useState<number | null>(null);
  const [published, setPublished] = useState<JustPublished>(null);
  const [discarded, setDiscarded] = useState<DraftSummary | null>(null);
  const discard = useMutation({
    mutationFn: ({ draft, isDiscarded }: { draft: DraftSummary; isDiscarded: boolean }) =>
      request("PUT /content/drafts/:id", { params: { id: String(draft.id) }, body: { isDiscarded } }),
    onSuccess: (_answer, { draft, isDiscarded }) => setDiscarded(isDiscarded ? draft : null),
  });
  const nameOf = namesOf(items, drafts);
  return (
    <>
      <PublishedNotice published={published} onTakenBack={() => setPublished("taken back")} />
      <div role="status" className="mt-3 empty:mt-0">
        {discarded && (
          <p className="flex flex-wrap items-center gap-x-3 border-leaf border-l-4 bg-leaf-soft px-3 py-1">
            <span>Discarded {discarded.name}.</span>
            <Button
              variant="tertiary"
              size="sm"
              disabled={discard.isPending}
              onClick={() => discard.mutate({ draft: discarded, isDiscarded: false })}
            >
              Undo
            </Button>
          </p>
        )}
      </div>
      <InlineError error={discard.error} />
      {drafts.length > 0 && (
        <section aria-labelledby="drafts" className="mt-5">
          <h2 id="drafts" className="font-semibold">
            Drafts
          </h2>
          <ul className="mt-2 border-hairline border-t">
            {drafts.map((draft) => {
              const changed = Object.entries(draft.items);
              return (
                <li
                  key={draft.id}
                  className="flex flex-wrap items-center gap-x-4 gap-y-1 border-hairline border-b py-2.5"
                >
                  <div className="min-w-0 flex-1 basis-64">
                    <p className="wrap-anywhere font-medium">{draft.name}</p>
                    <p className="wrap-anywhere text-ink-muted text-xs">
                      {draft.createdBy}, changed {formatInstant(draft.updatedAt)}
                    </p>
                    {draft.ready && (
                      <p className="wrap-anywhere text-xs">
                        <span className="rounded-full bg-leaf-soft px-2 py-0.5 font-medium">
                          Ready to publish
                        </span>{" "}
                        <span className="text-ink-muted">
                          {draft.ready.by}, {formatInstant(draft.ready.at)}
                        </span>
                      </p>
                    )}
                    {draft.schedule && <ScheduleNotice schedule={draft.schedule} />}
                  </div>
                  <ul className="flex min-w-0 flex-1 basis-64 flex-wrap gap-x-4">
                    {changed.map(([key, fields]) => (
                      <li key={key}>
                        <TextLink href={hrefOfItem(key, draft.id)}>{nameOf(key)}</TextLink>{" "}
                        <span className="text-ink-muted">
                          {stepText(draft.pages.find(({ item }) => item === key)) ??
                            formatCounted(fields, "change")}
                        </span>
                      </li>
                    ))}
                    {changed.length === 0 && <li className="text-ink-muted">No changes</li>}
                  </ul>
                  {mayEdit && (
                    <div className="flex gap-2">
                      <Button
                        size="sm"
                        variant="secondary"
                        disabled={changed.length === 0}
                        onClick={() => setPublishing(draft.id)}
                      >
                        {mayPublish ? "Publish" : "Ask to publish"}
                        <span className="sr-only"> {draft.name}</span>
                      </Button>
                      <Button
                        size="sm"
                        variant="tertiary"
                        disabled={discard.isPending}
                        onClick={() => discard.mutate({ draft, isDiscarded: true })}
                      >
                        Discard
                        <span className="sr-only"> {draft.name}</span>
                      </Button>
                    </div>
                  )}
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {publishing !== null && (
        <PublishDialog
          draft={publishing}
          mayPublish={mayPublish}
          onAsked={() => setPublishing(null)}
          onPublished={(publication) => {
            setPublishing(null);
            setPublished(publication);
          }}
          onScheduled={() => setPublishing(null)}
          onDismiss={() => setPublishing(null)}
        />
      )}
    </>
  );
}
