import { displayPath, formatCounted, type Json, REDIRECTS_ITEM, type Redirect } from "@marquee/contract";
import { type MissingPath, may, type RedirectRow } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFilters } from "../../shared/address/useFilters.ts";
import { request } from "../../shared/api/request.ts";
import { reload, useRoute } from "../../shared/api/useRoute.ts";
import { formatInstant } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { About, ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, InlineError } from "../../shared/ui/states.tsx";
import { ensureDraft } from "./DraftField.tsx";
import { type EditedRedirect, newRedirectId, RedirectForm } from "./RedirectForm.tsx";
import { actionsColumn, COLUMNS } from "./redirectColumns.tsx";
import { DraftBar, useDraftParam, usePublishing } from "./usePublishing.tsx";

const NAMES = ["field"] as const;

const NEW: Redirect = { from: "", to: "", match: "exact", status: 301 };

/** Redirects, and addresses without a page that visitors ask for. */
export function Redirects({ title, account }: ScreenProps) {
  const [{ field }, setFilters] = useFilters(NAMES);
  const { draft, open } = useDraftParam();
  const list = useRoute(
    "GET /content/redirects",
    { query: draft ? { draft } : {} },
    { placeholderData: (last) => last },
  );
  const [chosen, setEdited] = useState<EditedRedirect | null>(null);
  const mayEdit = may(account.role, "draft");
  // A redirect that a link to this screen names.
  const named = mayEdit && list.data?.redirects.find(({ id }) => `/${id}` === field);
  const edited = chosen ?? (named || null);
  const close = () => {
    setEdited(null);
    setFilters({ field: "" });
  };
  const save = useSave(draft, open);
  const change = (row: RedirectRow, value: Redirect | null) =>
    save.mutate({ id: row.id, value, revision: row.revision });
  const undo = useUndo(draft);
  const publishing = usePublishing({ draft, open, account });
  return (
    <>
      <ScreenHeader title={title}>
        <TextLink href="/pages">Pages</TextLink>
        <TextLink href="/publications">Publications</TextLink>
        <DraftBar draft={draft} drafts={list.data?.drafts} onChange={open}>
          {mayEdit && (
            <>
              <Button
                size="sm"
                variant="secondary"
                onClick={() => setEdited({ id: null, redirect: NEW, revision: 0 })}
              >
                New redirect
              </Button>
              {publishing.button}
            </>
          )}
        </DraftBar>
      </ScreenHeader>
      <About mayEdit={mayEdit}>
        Where old addresses lead. Pages take precedence over redirects. Changes stay in a draft until you
        publish it.
      </About>
      {publishing.notice}
      {(save.error ?? undo.error) && !edited && <InlineError error={(save.error ?? undo.error) as Error} />}
      <QueryView query={list}>
        {({ redirects, pages, missing }) => (
          <>
            {redirects.length === 0 ? (
              <EmptyState title="No redirects yet">
                When you rename a page, its old address becomes a redirect. Add one yourself for addresses of
                an earlier site.
              </EmptyState>
            ) : (
              <div className="mt-5">
                <DataTable
                  caption="Redirects"
                  columns={[
                    ...COLUMNS,
                    ...(mayEdit
                      ? [
                          actionsColumn({
                            change,
                            undo: undo.mutate,
                            edit: setEdited,
                            isBusy: save.isPending,
                          }),
                        ]
                      : []),
                  ]}
                  rows={redirects}
                  keyOf={({ id }) => id}
                />
              </div>
            )}
            <Missing
              missing={missing}
              mayEdit={mayEdit}
              onCreate={(from) => setEdited({ id: null, redirect: { ...NEW, from }, revision: 0 })}
            />
            {edited && (
              <RedirectForm
                edited={edited}
                redirects={redirects}
                pages={pages}
                isBusy={save.isPending}
                error={save.error}
                onSave={(redirect) =>
                  save.mutate(
                    {
                      id: edited.id ?? newRedirectId(redirect.from, redirects),
                      value: redirect,
                      revision: edited.revision,
                    },
                    { onSuccess: close },
                  )
                }
                onDismiss={() => {
                  save.reset();
                  close();
                }}
              />
            )}
          </>
        )}
      </QueryView>
      {publishing.dialog}
    </>
  );
}

interface Saved {
  id: string;
  value: Redirect | null;
  revision: number;
}

function useSave(draft: number | null, open: (draft: number) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, value, revision }: Saved) => {
      const to = await ensureDraft(draft, "Changes to redirects");
      const field = { item: REDIRECTS_ITEM, pointer: `/${id}`, value: value as Json, revision };
      await request("PUT /content/drafts/:id/field", { params: { id: String(to) }, body: field });
      return to;
    },
    onSuccess: open,
    onSettled: () => reload(queries, "GET /content*"),
  });
}

/** Removes the change of a redirect from the draft. */
function useUndo(draft: number | null) {
  return useMutation({
    mutationFn: (id: string) =>
      request("POST /content/drafts/:id/field", {
        params: { id: String(draft) },
        body: { item: REDIRECTS_ITEM, pointer: `/${id}`, step: "remove" },
      }),
  });
}

interface MissingProps {
  missing: readonly MissingPath[];
  mayEdit: boolean;
  onCreate: (from: string) => void;
}

/** The most requested addresses that have no page. */
function Missing({ missing, mayEdit, onCreate }: MissingProps) {
  return (
    <section aria-labelledby="missing" className="mt-10">
      <h2 id="missing" className="font-semibold">
        Missing pages
      </h2>
      <p className="mt-1 max-w-prose text-ink-muted">
        The most requested addresses today and in the 27 days before that have neither a page nor a redirect.
      </p>
      {missing.length === 0 ? (
        <p className="mt-3 border-hairline border-t pt-3 text-ink-muted">
          None so far. Addresses appear here a few seconds after someone requests them.
        </p>
      ) : (
        <ul className="mt-3 border-hairline border-t">
          {missing.map(({ path, hits, lastHit }) => (
            <li
              key={path}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-hairline border-b py-2"
            >
              <span className="wrap-anywhere min-w-0 flex-1 basis-56 font-medium">{displayPath(path)}</span>
              <span className="text-ink-muted tabular-nums">
                {formatCounted(hits, "hit")}, last {formatInstant(lastHit)}
              </span>
              {mayEdit && (
                <Button size="sm" variant="tertiary" onClick={() => onCreate(path)}>
                  Create redirect
                  <span className="sr-only"> from {displayPath(path)}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
