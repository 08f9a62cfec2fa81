import type { Json } from "@marquee/contract";
import {
  MAX_NAMED_FIELDS,
  type RevisionResponse,
  type RevisionSummary,
  type RevisionsResponse,
} from "@marquee/contract/schema";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { fieldTitle } from "../../content/fieldNames.ts";
import { EMPTY_HEAD, findRevision, listRevisions, type RevisionRow, readOverlay } from "../revisionStore.ts";
import { type ContentParts, fieldIn, nameOf } from "./readContent.ts";

const PAGE_SIZE = 50;

/** One page of revisions, latest first. */
export async function readRevisions(
  { db, publishing }: ContentParts,
  { before, item }: { before?: number; item?: string },
): Promise<RevisionsResponse> {
  const rows = await listRevisions(db, { before, item, limit: PAGE_SIZE + 1 });
  const page = rows.slice(0, PAGE_SIZE);
  return {
    revisions: page.map((row) => summaryOf(row, publishing.published().items)),
    next: rows.length > PAGE_SIZE ? (page.at(-1)?.number ?? null) : null,
    head: publishing.head().number,
  };
}

/** A revision with the fields that it changed. @throws {ApiError} not_found */
export async function readRevision(
  { db, publishing }: ContentParts,
  number: number,
): Promise<RevisionResponse> {
  const row = await findRevision(db, number);
  if (!row) throw new ApiError("not_found", "This revision does not exist.");
  const [before, after] = await Promise.all([readOverlay(db, number - 1), readOverlay(db, number)]);
  const [old, next] = [before, after].map((overlay) => publishing.build(overlay ?? EMPTY_HEAD.overlay).items);
  const fields = Object.entries(row.changed).flatMap(([item, pointers]) =>
    pointers.map((pointer) => ({
      item,
      pointer,
      label: fieldTitle(item, pointer),
      before: fieldIn(old ?? new Map(), item, pointer),
      after: fieldIn(next ?? new Map(), item, pointer),
    })),
  );
  // The title of a page that the revision added or deleted is in one of the two.
  const revision = summaryOf(row, new Map([...(old ?? []), ...(next ?? [])]));
  return { revision, fields, head: publishing.head().number };
}

function summaryOf(row: RevisionRow, contents: ReadonlyMap<string, Json>): RevisionSummary {
  const { number, id, author, at, note, restored, changed, steps, experiment } = row;
  const items = Object.entries(changed).map(([item, pointers]) => ({
    item,
    ...nameOf(item, contents),
    fields: pointers.slice(0, MAX_NAMED_FIELDS).map((pointer) => fieldTitle(item, pointer)),
    count: pointers.length,
    step: steps[item] ?? null,
  }));
  return { number, id, author, at: at.getTime(), note, restored, experiment, items };
}
