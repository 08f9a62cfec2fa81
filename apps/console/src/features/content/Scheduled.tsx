import type { DraftSummary } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { request } from "../../shared/api/request.ts";
import { hrefOfPreview } from "../../shared/preview/previewState.ts";
import { TextLink } from "../../shared/ui/links.tsx";
import { InlineError } from "../../shared/ui/states.tsx";
import { hrefOfItem } from "./hrefOfItem.ts";
import { PublishDialog } from "./PublishDialog.tsx";
import { ScheduleNotice } from "./ScheduleNotice.tsx";
import { useContentList, useItemNames } from "./useContentList.ts";

/**
 * Scheduled drafts, the next one first, and those that could not be published. Renders nothing without any.
 */
export function Scheduled({ mayEdit }: { mayEdit: boolean }) {
  const content = useContentList();
  const nameOf = useItemNames();
  const [publishing, setPublishing] = useState<{ id: number; isLater: boolean } | null>(null);
  const cancel = useMutation({
    mutationFn: ({ id }: DraftSummary) =>
      request("PUT /content/drafts/:id/schedule", {
        params: { id: String(id) },
        body: { at: null, note: "" },
      }),
  });
  const scheduled = (content.data?.drafts ?? [])
    .filter(({ schedule }) => schedule !== null)
    .sort((one, other) => (one.schedule?.at ?? 0) - (other.schedule?.at ?? 0));
  if (scheduled.length === 0) return null;
  return (
    <section aria-labelledby="scheduled" className="mt-5">
      <h2 id="scheduled" className="font-semibold">
        Scheduled
      </h2>
      <InlineError error={cancel.error} />
      <ul className="mt-2 border-hairline border-t">
        {scheduled.map((draft) => (
          <li
            key={draft.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-hairline border-b py-2.5"
          >
            <div className="min-w-0 flex-1 basis-80">
              <p className="wrap-anywhere font-medium">{draft.name}</p>
              <div className="text-ink-muted text-xs">
                {draft.schedule && <ScheduleNotice schedule={draft.schedule} />}
                <p className="flex flex-wrap gap-x-3">
                  {Object.keys(draft.items).map((key) => (
                    <TextLink key={key} href={hrefOfItem(key, draft.id)}>
                      {nameOf(key)}
                    </TextLink>
                  ))}
                </p>
              </div>
            </div>
            <div className="flex flex-wrap items-center gap-1 max-sm:-ml-3">
              {draft.schedule && (
                <TextLink
                  href={hrefOfPreview({
                    path: "/",
                    choices: { at: Math.max(draft.schedule.at, Date.now()) },
                  })}
                  className="px-2"
                >
                  Preview<span className="sr-only"> the site then, with {draft.name}</span>
                </TextLink>
              )}
              {mayEdit && (
                <>
                  <Button
                    size="sm"
                    variant="tertiary"
                    onClick={() => setPublishing({ id: draft.id, isLater: false })}
                  >
                    Publish now<span className="sr-only">: {draft.name}</span>
                  </Button>
                  <Button
                    size="sm"
                    variant="tertiary"
                    onClick={() => setPublishing({ id: draft.id, isLater: true })}
                  >
                    Reschedule<span className="sr-only"> {draft.name}</span>
                  </Button>
                  <Button
                    size="sm"
                    variant="tertiary"
                    disabled={cancel.isPending}
                    onClick={() => cancel.mutate(draft)}
                  >
                    Don’t publish<span className="sr-only"> {draft.name} automatically</span>
                  </Button>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
      {publishing && (
        <PublishDialog
          draft={publishing.id}
          isLater={publishing.isLater}
          mayPublish
          onPublished={() => setPublishing(null)}
          onScheduled={() => setPublishing(null)}
          onDismiss={() => setPublishing(null)}
        />
      )}
    </section>
  );
}
