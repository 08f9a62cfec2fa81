import {
  findRedirectsProblem,
  formatCount,
  type Json,
  REDIRECT_STATUSES,
  REDIRECTS_ITEM,
  type Redirect,
  type RedirectStatus,
  sourceProblem,
  targetProblem,
} from "@marquee/contract";
import { type MissingPath, may, type RedirectRow, type RedirectsResponse } from "@marquee/contract/schema";
import { Badge, Button } from "@marquee/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { PenLine, Trash2, Undo2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useFilters } from "../../shared/address/useFilters.ts";
import { request } from "../../shared/api/request.ts";
import { Field } from "../../shared/form/Field.tsx";
import { SelectField } from "../../shared/form/SelectField.tsx";
import { formatInstant } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { type Column, MEDIUM, WIDE } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, InlineError, Skeleton } from "../../shared/ui/states.tsx";
import { ensureDraft } from "./DraftField.tsx";
import { pathOf } from "./PageActions.tsx";
import { DraftBar, draftOf, usePublishing } from "./usePublishing.tsx";

const NAMES = ["draft"] as const;

/** A redirect that is edited; without an ID, a new one. */
interface Edited {
  id: string | null;
  redirect: Redirect;
  revision: number;
}

const NEW: Redirect = { from: "", to: "", match: "exact", status: 301 };

const STATUS_NAMES: Record<RedirectStatus, string> = {
  301: "Moved permanently (301)",
  302: "Moved for now (302)",
  308: "Moved permanently, same method (308)",
  410: "Gone (410)",
};

/** Where addresses lead that have no page, and addresses that visitors look for in vain. */
export function Redirects({ title, account }: ScreenProps) {
  const [{ draft: given }, setFilters] = useFilters(NAMES);
  const draft = draftOf(given);
  const open = (id: number | null) => setFilters({ draft: id ? String(id) : "" });
  const list = useQuery({
    queryKey: ["content", "redirects", draft],
    queryFn: () => request("GET /content/redirects", { query: draft ? { draft } : {} }),
    placeholderData: (last) => last,
  });
  const [edited, setEdited] = useState<Edited | null>(null);
  const save = useSave(draft, open);
  const mayEdit = may(account.role, "draft");
  const change = (row: RedirectRow, value: Redirect | null) =>
    save.mutate({ id: row.id, value, revision: row.revision });
  const undo = useUndo(draft);
  const publishing = usePublishing({
    draft,
    mayPublish: may(account.role, "publish"),
    nameOf: (item) => (item === REDIRECTS_ITEM ? title : item),
    onPublished: () => open(null),
  });
  return (
    <>
      <ScreenHeader title={title}>
        <TextLink href="/pages">Pages</TextLink>
        <TextLink href="/publications">Publications</TextLink>
        <DraftBar draft={draft} drafts={list.data?.drafts ?? []} onChange={open}>
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
      <p className="mt-2 max-w-prose text-ink-muted">
        Where old addresses lead. A page always comes before a redirect. Changes are kept in a draft until you
        publish it.
        {!mayEdit && " You have view-only access. Ask an editor to make changes."}
      </p>
      {publishing.notice}
      {(save.error ?? undo.error) && !edited && <InlineError error={(save.error ?? undo.error) as Error} />}
      <QueryView query={list} loading={<Skeleton className="mt-5 h-96" />}>
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
              <RedirectDialog
                edited={edited}
                redirects={redirects}
                pages={pages}
                isBusy={save.isPending}
                error={save.error}
                onSave={(redirect) =>
                  save.mutate(
                    {
                      id: edited.id ?? newId(redirect.from, redirects),
                      value: redirect,
                      revision: edited.revision,
                    },
                    { onSuccess: () => setEdited(null) },
                  )
                }
                onDismiss={() => {
                  save.reset();
                  setEdited(null);
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
    onSettled: () => queries.invalidateQueries({ queryKey: ["content"] }),
  });
}

/** Takes the change of a redirect out of the draft. */
function useUndo(draft: number | null) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      request("POST /content/drafts/:id/field", {
        params: { id: String(draft) },
        body: { item: REDIRECTS_ITEM, pointer: `/${id}`, step: "remove" },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["content"] }),
  });
}

const COLUMNS: readonly Column<RedirectRow>[] = [
  {
    id: "from",
    header: "From",
    isMain: true,
    sortValue: ({ redirect }) => redirect.from,
    cell: ({ redirect, state, problem }) => (
      <>
        <span className={`wrap-anywhere font-medium ${state === "removed" ? "line-through" : ""}`}>
          {redirect.from}
        </span>
        {redirect.match === "prefix" && <span className="text-ink-muted"> and all below it</span>}
        {problem && <span className="block text-clay text-xs">{problem}</span>}
      </>
    ),
    text: ({ redirect }) => redirect.from,
  },
  {
    id: "to",
    header: "To",
    from: MEDIUM,
    cell: ({ redirect }) => (redirect.status === 410 ? "Gone" : redirect.to),
  },
  {
    id: "kind",
    header: "Answer",
    from: WIDE,
    width: "w-20",
    sortValue: ({ redirect }) => redirect.status,
    cell: ({ redirect }) => redirect.status,
    folded: () => null,
  },
  {
    id: "state",
    header: "Status",
    width: "w-32",
    sortValue: ({ state }) => state,
    cell: ({ state, problem }) => (
      <Badge tone={problem ? "clay" : state === "published" ? "leaf" : "sun"}>{STATES[state]}</Badge>
    ),
    text: ({ state }) => STATES[state],
  },
  {
    id: "hits",
    header: "Hits",
    hint: "Requests in the last 28 days, without bots. Nothing is known of who sent them.",
    isNumeric: true,
    from: MEDIUM,
    width: "w-20",
    sortValue: ({ hits }) => hits,
    cell: ({ hits }) => formatCount(hits),
    folded: () => null,
  },
  {
    id: "last",
    header: "Last hit",
    from: WIDE,
    width: "w-40",
    sortValue: ({ lastHit }) => lastHit,
    cell: ({ lastHit }) => (lastHit === null ? "–" : formatInstant(lastHit)),
    folded: () => null,
  },
];

const STATES: Record<RedirectRow["state"], string> = {
  published: "Published",
  added: "New in draft",
  changed: "In draft",
  removed: "Removed in draft",
};

interface RowActions {
  change: (row: RedirectRow, value: Redirect | null) => void;
  undo: (id: string) => void;
  edit: (edited: Edited) => void;
  isBusy: boolean;
}

function actionsColumn({ change, undo, edit, isBusy }: RowActions): Column<RedirectRow> {
  return {
    id: "actions",
    header: "Actions",
    isHeaderHidden: true,
    width: "w-24",
    text: () => "",
    cell: (row) => (
      <div className="-my-2 flex justify-end">
        {row.state === "removed" ? (
          <IconButton
            label={`Keep ${row.redirect.from}`}
            Icon={Undo2}
            isDisabled={isBusy}
            onClick={() => undo(row.id)}
          />
        ) : (
          <>
            <IconButton label={`Edit ${row.redirect.from}`} Icon={PenLine} onClick={() => edit(row)} />
            <IconButton
              label={`Remove ${row.redirect.from}`}
              Icon={Trash2}
              isDisabled={isBusy}
              onClick={() => (row.state === "added" ? undo(row.id) : change(row, null))}
            />
          </>
        )}
      </div>
    ),
  };
}

interface MissingProps {
  missing: readonly MissingPath[];
  mayEdit: boolean;
  onCreate: (from: string) => void;
}

/** Addresses without a page that visitors asked for most. */
function Missing({ missing, mayEdit, onCreate }: MissingProps) {
  return (
    <section aria-labelledby="missing" className="mt-10">
      <h2 id="missing" className="font-semibold">
        Missing pages
      </h2>
      <p className="mt-1 max-w-prose text-ink-muted">
        Addresses that visitors asked for most in the last 28 days and that have neither a page nor a
        redirect.
      </p>
      {missing.length === 0 ? (
        <p className="mt-3 border-hairline border-t pt-3 text-ink-muted">
          None so far. Addresses appear here some seconds after somebody asks for them.
        </p>
      ) : (
        <ul className="mt-3 border-hairline border-t">
          {missing.map(({ path, hits, lastHit }) => (
            <li
              key={path}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-hairline border-b py-2"
            >
              <span className="wrap-anywhere min-w-0 flex-1 basis-56 font-medium">{path}</span>
              <span className="text-ink-muted tabular-nums">
                {formatCount(hits)} {hits === 1 ? "hit" : "hits"}, last {formatInstant(lastHit)}
              </span>
              {mayEdit && (
                <Button size="sm" variant="tertiary" onClick={() => onCreate(path)}>
                  Create redirect
                  <span className="sr-only"> from {path}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface RedirectDialogProps extends Pick<RedirectsResponse, "redirects" | "pages"> {
  edited: Edited;
  isBusy: boolean;
  error: Error | null;
  onSave: (redirect: Redirect) => void;
  onDismiss: () => void;
}

function RedirectDialog(props: RedirectDialogProps) {
  const { edited, redirects, pages, isBusy, error, onSave, onDismiss } = props;
  const [typed, setRedirect] = useState(edited.redirect);
  const { from, to, match, status, external = false } = typed;
  const set = (change: Partial<Redirect>) => setRedirect((before) => ({ ...before, ...change }));
  const isGone = status === 410;
  const isExternal = isAddress(to);
  const redirect = redirectOf(typed);
  const problems = useMemo(
    () => redirectProblems(redirectOf(typed), { id: edited.id, redirects, pages }),
    [typed, edited.id, redirects, pages],
  );
  return (
    <ConfirmDialog
      isOpen
      title={edited.id === null ? "New redirect" : "Edit redirect"}
      action={isBusy ? "Saving" : "Save in draft"}
      dismissal="Cancel"
      isBusy={isBusy}
      isReady={!problems.from && !problems.to && (!isExternal || isGone || external)}
      error={error}
      onConfirm={() => onSave(redirect)}
      onDismiss={onDismiss}
    >
      <Field
        label="From"
        hint="A path of this site with its language, such as /de/preise."
        value={from}
        // What is not typed yet is not wrong.
        problem={from.trim().length > 1 ? problems.from : ""}
        maxLength={500}
        spellCheck={false}
        autoCapitalize="none"
        onChange={({ target }) => set({ from: target.value })}
      />
      <SelectField
        label="Covers"
        value={match}
        choices={[
          ["exact", "This path"],
          ["prefix", "This path and all below it"],
        ]}
        onChange={({ target }) => set({ match: target.value as Redirect["match"] })}
      />
      <SelectField
        label="Answer"
        value={String(status)}
        choices={REDIRECT_STATUSES.map((each) => [String(each), STATUS_NAMES[each]] as const)}
        onChange={({ target }) => set({ status: Number(target.value) as RedirectStatus })}
      />
      {!isGone && (
        <Field
          label="To"
          hint={
            match === "prefix"
              ? "What follows in the path is appended. Visitors keep their query string."
              : "A path, such as /pricing. Visitors keep their query string."
          }
          value={to}
          problem={to.trim() === "" ? "" : problems.to}
          maxLength={2000}
          spellCheck={false}
          autoCapitalize="none"
          onChange={({ target }) => set({ to: target.value })}
        />
      )}
      {!isGone && isExternal && (
        <label className="flex items-start gap-2.5">
          <input
            type="checkbox"
            className="mt-1"
            checked={external}
            onChange={({ target }) => set({ external: target.checked })}
          />
          <span>This leads visitors to another site</span>
        </label>
      )}
    </ConfirmDialog>
  );
}

/** Whether a target is the address of a site, not a path. */
function isAddress(to: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(to.trim());
}

/** The redirect that a form has, written as browsers do. */
function redirectOf({ from, to, match, status, external }: Redirect): Redirect {
  const isGone = status === 410;
  return {
    from: from.trim() === "" ? "" : pathOf(from),
    to: isGone || to.trim() === "" ? "" : isAddress(to) ? to.trim() : pathOf(to),
    match,
    status,
    ...(isAddress(to) && external && !isGone && { external }),
  };
}

interface KnownRedirects extends Pick<RedirectsResponse, "redirects" | "pages"> {
  /** ID of the redirect that is changed; null for a new one. */
  id: string | null;
}

/** What is wrong with a redirect by itself and beside the others, by field; empty if nothing is. The server checks the same. */
export function redirectProblems(
  redirect: Redirect,
  { id, redirects, pages }: KnownRedirects,
): { from: string; to: string } {
  const { from, to, match, status, external } = redirect;
  // Whether it may lead to another site is asked beside the field.
  const isExternal = external === true || isAddress(to);
  const alone = {
    from: sourceProblem(from) ?? "",
    to: targetProblem(to, { isPrefix: match === "prefix", isExternal, isGone: status === 410 }) ?? "",
  };
  if (alone.from) return alone;
  const others = redirects.filter((row) => row.id !== id && row.state !== "removed" && !row.problem);
  const all = Object.fromEntries(others.map((row) => [row.id, row.redirect]));
  const own = id ?? newId(from, redirects);
  // What leads nowhere yet leads in no circle.
  const placed = alone.to ? { ...redirect, to: "" } : redirect;
  const wrong = findRedirectsProblem({ ...all, [own]: placed }, (path) => pages.includes(path));
  return wrong?.ids.includes(own) ? { ...alone, [wrong.place]: wrong.problem } : alone;
}

/** An ID that says where the redirect is from: `de-preise`. */
function newId(from: string, known: RedirectsResponse["redirects"]): string {
  const words = from.toLowerCase().match(/[a-z0-9]+/g) ?? ["redirect"];
  const name = words.join("-").slice(0, 50);
  const isKnown = (id: string) => known.some((row) => row.id === id);
  let id = name;
  for (let count = 2; isKnown(id); count += 1) id = `${name}-${count}`;
  return id;
}
