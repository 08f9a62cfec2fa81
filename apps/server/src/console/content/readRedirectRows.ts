import { type Json, REDIRECTS_ITEM, type Redirect } from "@marquee/contract";
import type { RedirectRow, RedirectsResponse } from "@marquee/contract/schema";
import { listDrafts, readDraft } from "../../publishing/draftStore.ts";
import { checkDraft } from "../../publishing/publish.ts";
import type { ContentParts } from "./readContent.ts";

/** All redirects with the changes of a draft, by path. @throws {ApiError} not_found */
export async function readRedirectRows(
  { db, publishing }: ContentParts,
  { draft }: { draft?: number | undefined },
): Promise<RedirectsResponse> {
  const published = publishing.published().redirects;
  const changes =
    draft === undefined
      ? []
      : checkDraft(await readDraft(db, draft), publishing.head().overlay, publishing).filter(
          ({ item }) => item === REDIRECTS_ITEM,
        );
  const rows = new Map<string, RedirectRow>();
  const count = { hits: 0, lastHit: null };
  for (const [id, redirect] of Object.entries(published))
    rows.set(id, { id, redirect, state: "published", revision: 0, problem: null, ...count });
  for (const { pointer, value, revision, problem = null } of changes) {
    const id = pointer.slice(1);
    const before = rows.get(id);
    const redirect = redirectOf(value) ?? before?.redirect;
    if (!redirect) continue;
    const state = value === null ? "removed" : before ? "changed" : "added";
    rows.set(id, { ...(before ?? { id, ...count }), redirect, state, revision, problem });
  }
  const redirects = [...rows.values()].sort((one, other) =>
    one.redirect.from < other.redirect.from ? -1 : 1,
  );
  return { redirects, missing: [], drafts: await listDrafts(db) };
}

/** A draft may have anything, until it is published. */
function redirectOf(value: Json): Redirect | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const { from, to, match, status } = value;
  const isRedirect = typeof from === "string" && typeof to === "string" && typeof match === "string";
  return isRedirect && typeof status === "number" ? (value as unknown as Redirect) : null;
}
