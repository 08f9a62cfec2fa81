import type { Timestamp } from "@marquee/contract";
import type { PreviewChoices } from "@marquee/contract/schema";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { BuiltContent } from "../content/contentEngine.ts";
import { mergeOverlay, type Overlay } from "../content/overlay.ts";
import { readDraft } from "./draftStore.ts";
import { checkDraft } from "./publish.ts";
import { readHeadNumber, readOverlay } from "./revisionStore.ts";
import { listScheduled } from "./schedules.ts";
import type { Publishing } from "./startPublishing.ts";

/** Sources of a preview's content. */
export interface ContentParts {
  db: RecordsDatabase;
  publishing: Pick<Publishing, "head" | "files" | "build" | "usesOf">;
}

/**
 * The content of a preview: of a publication, or as published at its date, with the changes of a draft.
 * @throws {ApiError} not_found if the publication or draft no longer exists.
 */
export async function contentAt(
  parts: ContentParts,
  { revision, draft, at }: PreviewChoices,
  now: Timestamp,
): Promise<BuiltContent> {
  const { db, publishing } = parts;
  const then =
    revision === undefined ? await publishedAt(parts, at ?? now, now) : await readOverlay(db, revision);
  if (!then) throw new ApiError("not_found", "This revision does not exist.");
  const { fields } = draft === undefined ? { fields: [] } : await readDraft(db, draft);
  return publishing.build(mergeOverlay(then, fields, publishing.files()));
}

/** The content published at a time: the revision at that time, or the current one with every publishable draft scheduled until then. */
async function publishedAt(
  { db, publishing }: ContentParts,
  at: Timestamp,
  now: Timestamp,
): Promise<Overlay | null> {
  const { overlay } = publishing.head();
  if (at < now) {
    const number = await readHeadNumber(db, at);
    return number === publishing.head().number ? overlay : readOverlay(db, number);
  }
  let effective = overlay;
  if (at > now)
    for (const { id } of await listScheduled(db, at)) {
      const fields = checkDraft(await readDraft(db, id), effective, publishing);
      const isStopped = fields.some(
        ({ conflict, problem }) => conflict !== undefined || problem !== undefined,
      );
      if (!isStopped) effective = mergeOverlay(effective, fields, publishing.files());
    }
  return effective;
}
