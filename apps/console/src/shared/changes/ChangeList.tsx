import { CHANGE_KINDS, type Change, type ChangeQuery } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { request } from "../api/request.ts";
import { routeKey } from "../api/useRoute.ts";
import { formatInstant, formatPrecise } from "../format/format.ts";
import { LoadMore } from "../query/LoadMore.tsx";
import { QueryView } from "../query/QueryView.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { InlineError, Skeleton } from "../ui/states.tsx";
import { changedFields, saysSomething } from "./changedFields.ts";
import { Diff } from "./Diff.tsx";
import { describeChange } from "./describeChange.ts";
import { explainRevert } from "./explainRevert.ts";
import { fieldName } from "./fieldNames.ts";
import { subjectName } from "./kinds.ts";
import { useRevert } from "./useRevert.ts";

interface ChangeRowProps {
  change: Change;
  /** Whether to name the changed item. Not needed in an item's own history. */
  withKey: boolean;
  mayRevert: boolean;
  isBusy: boolean;
  /** Why this change could not be reverted. */
  error: Error | null;
  onRevert: () => void;
}

/** Maximum number of fields named in a summary. */
const NAMED = 3;

/** Up to this many changed fields are shown without expanding. */
const OPEN = 2;

interface ChangeListProps {
  query: Pick<ChangeQuery, "entity" | "key">;
  mayRevert: boolean;
  /** Called after a change was reverted, with that change. */
  onReverted?: (change: Change) => void;
  /** Shown if there are no changes. */
  empty: ReactNode;
}

/** The change history, or the part that matches `query`, newest first. */
export function ChangeList({ query, mayRevert, onReverted, empty }: ChangeListProps) {
  const revert = useRevert();
  const [changeToRevert, setChangeToRevert] = useState<Change | null>(null);
  const explained = changeToRevert && explainRevert(changeToRevert, Date.now());
  const run = (change: Change) => {
    revert.mutate(change.id, {
      onSuccess: () => {
        setChangeToRevert(null);
        onReverted?.(change);
      },
    });
  };
  const list = useInfiniteQuery({
    queryKey: routeKey("GET /changes", query, "pages"),
    queryFn: ({ pageParam }) =>
      request("GET /changes", { query: { ...query, ...(pageParam ? { before: pageParam } : {}) } }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const changes = list.data?.pages.flatMap((page) => page.changes) ?? [];
  return (
    <QueryView
      query={list}
      loading={<Skeleton className="mt-4 h-64" />}
      empty={() => changes.length === 0 && empty}
    >
      {() => (
        <>
          <div role="status" className="text-ink-muted">
            {revert.isSuccess && <p className="py-2">Change reverted.</p>}
          </div>
          {changeToRevert && explained && (
            <ConfirmDialog
              isOpen
              title={explained.title}
              action={explained.action}
              dismissal="Cancel"
              isBusy={revert.isPending}
              error={revert.error}
              onConfirm={() => run(changeToRevert)}
              onDismiss={() => setChangeToRevert(null)}
            >
              {explained.effects.map((effect) => (
                <p key={effect}>{effect}</p>
              ))}
            </ConfirmDialog>
          )}
          <ol className="mt-2 border-hairline border-t">
            {changes.map((change) => (
              <ChangeRow
                key={change.id}
                change={change}
                withKey={query.key === undefined || query.entity === undefined}
                mayRevert={mayRevert}
                isBusy={revert.isPending}
                error={!changeToRevert && revert.variables === change.id ? revert.error : null}
                onRevert={() => {
                  revert.reset();
                  if (explainRevert(change, Date.now())) setChangeToRevert(change);
                  else run(change);
                }}
              />
            ))}
          </ol>
          <LoadMore list={list} count={changes.length} noun="change" />
        </>
      )}
    </QueryView>
  );
}

/** A change, with the old and new values of its fields. */
function ChangeRow({ change, withKey, mayRevert, isBusy, error, onRevert }: ChangeRowProps) {
  const { id, at, before, after, isReversible } = change;
  const { named } = CHANGE_KINDS[change.entity];
  // The sentence has the name already.
  const fields = changedFields(before ?? {}, after ?? {}).filter(
    (field) => saysSomething(field) && !(before === null && named && field.path.join() === named),
  );
  return (
    <li className="border-hairline border-b py-2.5">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <time
          className="w-32 text-ink-muted tabular-nums"
          dateTime={new Date(at).toISOString()}
          title={formatPrecise(at)}
        >
          {formatInstant(at)}
        </time>
        <span className="wrap-anywhere min-w-0 flex-1 basis-64 max-sm:order-2 max-sm:basis-full">
          <Sentence change={change} isLinked={withKey} />
        </span>
        {isReversible && mayRevert && (
          <Button
            variant="tertiary"
            size="sm"
            className="max-sm:order-1 max-sm:ml-auto"
            disabled={isBusy}
            onClick={onRevert}
            aria-label={`Revert change ${id} to ${subjectName(change)}`}
          >
            <Undo2 aria-hidden="true" className="size-4" />
            Revert
          </Button>
        )}
      </div>
      {error && (
        <div className="my-2 sm:pl-36">
          <InlineError error={error} />
        </div>
      )}
      {fields.length > 0 && (
        <div className="mt-1 sm:pl-36">
          {fields.length <= OPEN ? (
            <Diff changes={fields} />
          ) : (
            <details>
              <summary className="wrap-anywhere text-ink-muted text-xs">{summaryOf(fields)}</summary>
              <div className="mt-2">
                <Diff changes={fields} />
              </div>
            </details>
          )}
        </div>
      )}
    </li>
  );
}

interface SentenceProps {
  change: Change;
  /** Whether the changed item is a link. In its own history it is not. */
  isLinked: boolean;
}

/** "ada@example.com created the goal Sent a form." */
function Sentence({ change, isLinked }: SentenceProps) {
  const { entity, key } = change;
  const { before, subject, after } = describeChange(change);
  const href = isLinked && CHANGE_KINDS[entity].path?.replace(":key", encodeURIComponent(key));
  return (
    <>
      {before}
      {href && subject ? (
        <Link href={href} className="font-medium underline underline-offset-4">
          {subject}
        </Link>
      ) : (
        <span className="font-medium">{subject}</span>
      )}
      {after}
    </>
  );
}

function summaryOf(fields: readonly { path: string[] }[]): string {
  const names = fields.slice(0, NAMED).map(({ path }) => fieldName(path));
  const more = fields.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}
