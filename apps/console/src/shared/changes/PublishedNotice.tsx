import type { DraftSummary } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { request } from "../api/request.ts";
import { siteUrl } from "../api/siteUrl.ts";
import { routeQuery } from "../api/useRoute.ts";
import { LinkButton } from "../ui/links.tsx";
import { InlineError, Warning } from "../ui/states.tsx";

export interface Publication {
  /** Number of the revision. */
  revision: number;
  /** Pages that visitors did not have before. */
  added?: readonly { title: string; path: string }[];
}

/** The latest publication; null for none. */
export type JustPublished = Publication | "taken back" | null;

/** Maximum number of links to new pages; the Pages screen lists the others. */
const MAX_LINKS = 3;

/** The pages that a draft adds. */
export function pagesAddedBy({ pages }: Pick<DraftSummary, "pages">): NonNullable<Publication["added"]> {
  return pages.flatMap(({ step, title, path }) =>
    step === "added" && path !== null ? [{ title: title ?? path, path }] : [],
  );
}

interface PublishedNoticeProps {
  published: JustPublished;
  onTakenBack: () => void;
}

/** Confirms a publication, with links to new pages and a button to revert it. */
export function PublishedNotice({ published, onTakenBack }: PublishedNoticeProps) {
  const queries = useQueryClient();
  const notice = useRef<HTMLDivElement>(null);
  const undo = useMutation({
    mutationFn: (head: number) => request("POST /content/restore", { body: { revision: head - 1, head } }),
    onSuccess: async () => {
      onTakenBack();
      await readAgain(queries);
    },
  });
  // The focused button disappears, and so may the screen around it.
  useEffect(() => {
    if (published === "taken back") notice.current?.focus();
  }, [published]);
  return (
    <div ref={notice} role="status" tabIndex={-1} className="mt-3 outline-none empty:mt-0">
      {published !== null && published !== "taken back" && (
        <p className="flex flex-wrap items-center gap-x-3 border-leaf border-l-4 bg-leaf-soft px-3 py-1">
          <span>Published as revision {published.revision}.</span>
          {published.added?.slice(0, MAX_LINKS).map(({ title, path }) => (
            <a key={path} href={siteUrl() + path} className="wrap-anywhere underline underline-offset-4">
              View {title}
            </a>
          ))}
          <Button
            variant="tertiary"
            size="sm"
            disabled={undo.isPending}
            onClick={() => undo.mutate(published.revision)}
          >
            Undo
          </Button>
          <LinkButton href="/publications" variant="tertiary">
            Publications
          </LinkButton>
        </p>
      )}
      {published === "taken back" && (
        <Warning className="mt-2">Publication undone. Visitors see the earlier content.</Warning>
      )}
      <InlineError error={undo.error} />
    </div>
  );
}

/** Refetches all content, except items that the reversal removed, such as a new page. */
async function readAgain(queries: QueryClient): Promise<void> {
  const { items } = await queries.fetchQuery(routeQuery("GET /content"));
  const keys = new Set(items.map(({ key }) => key));
  await queries.invalidateQueries({
    predicate: ({ queryKey: [route, input] }) =>
      String(route).startsWith("GET /content/") && !isGone(route, input, keys),
  });
}

/** Whether a response is about an item that is in no draft and no longer published. */
function isGone(route: unknown, input: unknown, keys: ReadonlySet<string>): boolean {
  if (route !== "GET /content/items/:key") return false;
  const { params, query } = input as { params: { key: string }; query: { draft?: number } };
  return query.draft === undefined && !keys.has(params.key);
}
