import { may, type RevisionSummary } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { useOpenEntry } from "../../shared/address/useFilters.ts";
import { request } from "../../shared/api/request.ts";
import { reload, routeKey, useRoute } from "../../shared/api/useRoute.ts";
import { formatInstant, formatPrecise } from "../../shared/format/format.ts";
import { hrefOfPreview, PREVIEW_SCREEN } from "../../shared/preview/previewState.ts";
import { LoadMore } from "../../shared/query/LoadMore.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { LinkButton, TextLink } from "../../shared/ui/links.tsx";
import { About, ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, InlineError, Skeleton } from "../../shared/ui/states.tsx";
import { itemName, revisionSentence } from "./contentTexts.ts";
import { BeforeAfter } from "./DraftChanges.tsx";
import { textOf } from "./fieldTexts.ts";
import { hrefOfItem } from "./hrefOfItem.ts";
import { Scheduled } from "./Scheduled.tsx";

/** What was published, by whom and when. Each revision can be compared with the one before it, and restored. */
export function Publications({ title, account }: ScreenProps) {
  const list = useInfiniteQuery({
    queryKey: routeKey("GET /content/revisions", "pages"),
    queryFn: ({ pageParam }) =>
      request("GET /content/revisions", { query: pageParam ? { before: pageParam } : {} }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });
  const [restored, setRestored] = useState<{ revision: number } | null>(null);
  const [opened, open] = useOpenEntry();
  const revisions = list.data?.pages.flatMap((page) => page.revisions) ?? [];
  const head = list.data?.pages[0]?.head ?? 0;
  const restore = useRestore(head);
  return (
    <>
      <ScreenHeader title={title}>
        <div className="flex flex-wrap gap-4">
          <TextLink href="/pages">Pages</TextLink>
          <TextLink href={PREVIEW_SCREEN}>Preview</TextLink>
        </div>
      </ScreenHeader>
      <About>
        Everything that was published. Restoring a revision publishes its content again; nothing is lost.
      </About>
      <Scheduled mayEdit={may(account.role, "publish")} />
      <QueryView
        query={list}
        empty={() =>
          revisions.length === 0 && (
            <EmptyState
              title="Nothing published yet"
              action={
                <LinkButton href="/pages" variant="secondary">
                  Pages
                </LinkButton>
              }
            >
              The site shows the content of its files. Change a page and publish it to see it listed here.
            </EmptyState>
          )
        }
      >
        {() => (
          <>
            <div role="status" className="mt-2 text-ink-muted">
              {restore.isSuccess && <p>Published as revision {restore.data.revision}.</p>}
            </div>
            {restore.isError && !restored && <InlineError error={restore.error} />}
            <h2 className="mt-5 font-semibold">Published</h2>
            <ol className="mt-2 border-hairline border-t">
              {revisions.map((revision) => (
                <Row
                  key={revision.number}
                  revision={revision}
                  isHead={revision.number === head}
                  isOpen={opened === String(revision.number)}
                  mayEdit={may(account.role, "publish")}
                  isBusy={restore.isPending}
                  onToggle={(isOpen) => open(isOpen ? String(revision.number) : "")}
                  onRestore={() => setRestored({ revision: revision.number })}
                  onRestoreField={(field) => restore.mutate({ revision: revision.number - 1, field })}
                />
              ))}
              <li className="flex flex-wrap items-center gap-x-4 border-hairline border-b py-2.5 text-ink-muted">
                <span className="min-w-0 flex-1">The content of the files</span>
                {may(account.role, "publish") && (
                  <Button size="sm" variant="tertiary" onClick={() => setRestored({ revision: 0 })}>
                    Restore
                    <span className="sr-only"> the content of the files</span>
                  </Button>
                )}
              </li>
            </ol>
            <LoadMore list={list} count={revisions.length} noun="revision" />
          </>
        )}
      </QueryView>
      {restored && (
        <ConfirmDialog
          isOpen
          title={
            restored.revision === 0
              ? "Restore the content of the files"
              : `Restore revision ${restored.revision}`
          }
          action="Publish"
          dismissal="Cancel"
          isBusy={restore.isPending}
          error={restore.error}
          onConfirm={() => restore.mutate(restored, { onSuccess: () => setRestored(null) })}
          onDismiss={() => setRestored(null)}
        >
          <p>
            All content is published again as it was then, as a new revision. Visitors see it within a second.
            You can undo this the same way.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface Restored {
  revision: number;
  field?: { item: string; pointer: string };
}

function useRestore(head: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (restored: Restored) => request("POST /content/restore", { body: { ...restored, head } }),
    onSettled: () => reload(queries, "GET /content*"),
  });
}

interface RowProps {
  revision: RevisionSummary;
  isHead: boolean;
  isOpen: boolean;
  mayEdit: boolean;
  isBusy: boolean;
  onToggle: (isOpen: boolean) => void;
  onRestore: () => void;
  onRestoreField: (field: { item: string; pointer: string }) => void;
}

function Row({ revision, isHead, isOpen, mayEdit, isBusy, onToggle, onRestore, onRestoreField }: RowProps) {
  const { number, author, at, note, experiment } = revision;
  return (
    <li className="border-hairline border-b py-2.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <time
          className="w-32 text-ink-muted tabular-nums"
          dateTime={new Date(at).toISOString()}
          title={formatPrecise(at)}
        >
          {formatInstant(at)}
        </time>
        <div className="wrap-anywhere min-w-0 flex-1 basis-64 max-sm:order-2 max-sm:basis-full">
          <p>
            <span className="font-medium">{author}</span> {revisionSentence(revision)}
          </p>
          <p className="text-ink-muted text-xs">
            Revision {number}
            {isHead && ", published now"}
            {note && ` · ${note}`}
            {experiment && (
              <>
                {" · "}
                <TextLink href={`/experiments/${encodeURIComponent(experiment)}`}>Experiment</TextLink>
              </>
            )}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-1 max-sm:order-1 max-sm:ml-auto">
          <TextLink href={hrefOfPreview({ path: "/", choices: { revision: number } })} className="px-2">
            Preview<span className="sr-only"> revision {number}</span>
          </TextLink>
          <Button size="sm" variant="tertiary" aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
            Compare
            <span className="sr-only"> revision {number} with the previous one</span>
          </Button>
          {mayEdit && !isHead && (
            <Button size="sm" variant="tertiary" disabled={isBusy} onClick={onRestore}>
              <Undo2 aria-hidden="true" className="size-4" />
              Restore
              <span className="sr-only"> revision {number}</span>
            </Button>
          )}
        </div>
      </div>
      {isOpen && (
        <Comparison number={number} mayEdit={mayEdit} isBusy={isBusy} onRestoreField={onRestoreField} />
      )}
    </li>
  );
}

interface ComparisonProps extends Pick<RowProps, "mayEdit" | "isBusy" | "onRestoreField"> {
  number: number;
}

/** The fields that a revision changed, each with a button to revert it. */
function Comparison({ number, mayEdit, isBusy, onRestoreField }: ComparisonProps) {
  const revision = useRoute("GET /content/revisions/:number", { params: { number: String(number) } });
  return (
    <QueryView query={revision} loading={<Skeleton className="my-3 h-24" />} className="mt-2 sm:pl-36">
      {({ revision: { items }, fields }) => (
        <ul className="grid gap-4">
          {fields.map(({ item, pointer, label, before, after }) => (
            <li key={item + pointer} className="grid gap-1">
              <p className="flex flex-wrap items-center gap-x-3 text-xs">
                <TextLink href={hrefOfItem(item, null)}>
                  {itemName(items.find((each) => each.item === item) ?? { title: item, locale: null })}
                </TextLink>
                <span className="text-ink-muted">{label}</span>
                {mayEdit && (
                  <Button
                    size="sm"
                    variant="tertiary"
                    disabled={isBusy}
                    onClick={() => onRestoreField({ item, pointer })}
                  >
                    Undo
                    <span className="sr-only"> {label}</span>
                  </Button>
                )}
              </p>
              <BeforeAfter before={textOf(before)} after={textOf(after)} />
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  );
}
