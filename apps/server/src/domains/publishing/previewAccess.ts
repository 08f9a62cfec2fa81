import type { Timestamp } from "@marquee/contract";
import { type Access, may, mayOpen, type PreviewChoices } from "@marquee/contract/schema";
import { and, inArray, ne } from "drizzle-orm";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { BuiltContent } from "../content/contentEngine.ts";
import { experiments } from "../experiments/tables.ts";
import { type ContentParts, contentAt } from "./contentAt.ts";
import { listScheduled } from "./schedules.ts";

export interface PreviewSources extends ContentParts {
  /** When the schedule of a flag, or of this content's banner, next changes what visitors see; null for never. */
  nextScheduledChange(site: BuiltContent["site"], after: Timestamp): Timestamp | null;
}

/**
 * Checks that an account may preview something: published content requires the permission `read`, anything else `draft`. Checked when a preview is
 * created and each time it is opened.
 * @throws {ApiError} forbidden
 */
export async function requirePreviewAccess(
  sources: PreviewSources,
  { role, areas }: Access,
  choices: PreviewChoices,
  now: Timestamp,
): Promise<void> {
  if (!mayOpen({ role, areas }, "content"))
    throw new ApiError("forbidden", "Your account doesn't have access to content. Ask an owner for access.");
  if (may(role, "draft")) return;
  const unpublished = await unpublishedPart(sources, choices, now);
  if (unpublished)
    throw new ApiError(
      "forbidden",
      `Viewers can preview what is published, but not ${unpublished}. Ask an owner or editor.`,
    );
}

/** The unpublished part of a preview; null if there is none. Images are unpublished only in drafts. */
async function unpublishedPart(
  sources: PreviewSources,
  choices: PreviewChoices,
  now: Timestamp,
): Promise<string | null> {
  const { db } = sources;
  const { draft, flags = {}, variations = {}, at = 0 } = choices;
  if (draft !== undefined) return "drafts";
  if (Object.keys(flags).length > 0) return "values of flags that their rules don't give";
  if (await isAnyNotRunning(db, Object.keys(variations))) return "experiments that don't run";
  if (at <= now) return null;
  if ((await listScheduled(db, at)).length > 0) return "a date after which scheduled drafts are published";
  const { site } = await contentAt(sources, choices, now);
  const change = sources.nextScheduledChange(site, now);
  return change !== null && change <= at ? "a date after which flags or the banner change" : null;
}

async function isAnyNotRunning(
  db: Pick<RecordsDatabase, "select">,
  keys: readonly string[],
): Promise<boolean> {
  if (keys.length === 0) return false;
  const rows = await db
    .select({ key: experiments.key })
    .from(experiments)
    .where(and(inArray(experiments.key, [...keys]), ne(experiments.state, "running")))
    .limit(1);
  return rows.length > 0;
}
