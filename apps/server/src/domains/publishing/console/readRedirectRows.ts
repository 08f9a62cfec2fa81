import { isJsonObject, type Json, REDIRECTS_ITEM, type Redirect, type Timestamp } from "@marquee/contract";
import type { RedirectRow, RedirectsResponse } from "@marquee/contract/schema";
import { createFindRedirect } from "../../content/redirects.ts";
import { readHits } from "../countHits.ts";
import { listDrafts, readDraft } from "../draftStore.ts";
import { checkDraft } from "../publish.ts";
import type { ContentParts } from "./readContent.ts";

const MAX_OFFERED = 20;

/** All redirects with the changes of a draft, by path, and paths that need one. @throws {ApiError} not_found */
export async function readRedirectRows(
  { db, publishing, now }: ContentParts & { now: () => Timestamp },
  { draft }: { draft?: number | undefined },
): Promise<RedirectsResponse> {
  const { redirects: published } = publishing.published();
  const hits = await readHits(db, now());
  const hitsOf = new Map(hits.flatMap((each) => (each.kind === "redirect" ? [[each.name, each]] : [])));
  const { overlay } = publishing.head();
  const fields = draft === undefined ? [] : checkDraft(await readDraft(db, draft), overlay, publishing);
  const changes = fields.filter(({ item }) => item === REDIRECTS_ITEM);
  const { paths } = publishing.drafted(fields);
  const rows = new Map<string, RedirectRow>();
  for (const [id, redirect] of Object.entries(published)) {
    const { hits: count = 0, lastAt = null } = hitsOf.get(id) ?? {};
    const counted = { hits: count, lastHit: lastAt };
    rows.set(id, { id, redirect, state: "published", revision: 0, problem: null, ...counted });
  }
  for (const { pointer, value, revision, problem = null } of changes) {
    const id = pointer.slice(1);
    const before = rows.get(id);
    const redirect = redirectOf(value) ?? before?.redirect;
    if (!redirect) continue;
    const state = value === null ? "removed" : before ? "changed" : "added";
    rows.set(id, { ...(before ?? { id, hits: 0, lastHit: null }), redirect, state, revision, problem });
  }
  const find = createFindRedirect(Object.fromEntries([...rows].map(([id, { redirect }]) => [id, redirect])));
  const missing = hits
    .filter(({ kind, name }) => kind === "missing" && !find(name, "") && !paths.has(name))
    .sort((one, other) => other.hits - one.hits || other.lastAt - one.lastAt)
    .slice(0, MAX_OFFERED)
    .map(({ name, hits: count, lastAt }) => ({ path: name, hits: count, lastHit: lastAt }));
  const redirects = [...rows.values()].sort((one, other) =>
    one.redirect.from < other.redirect.from ? -1 : 1,
  );
  return { redirects, missing, pages: [...paths], drafts: await listDrafts(db) };
}

/** A draft may contain invalid values until it is published. */
function redirectOf(value: Json): Redirect | null {
  if (!isJsonObject(value)) return null;
  const { from, to, match, status } = value;
  const isRedirect = typeof from === "string" && typeof to === "string" && typeof match === "string";
  return isRedirect && typeof status === "number" ? (value as Redirect) : null;
}
