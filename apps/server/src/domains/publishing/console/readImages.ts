import { type ImageFile, imagePathOf, itemKey, type Json, parseItemKey } from "@marquee/contract";
import type { ImageSummary, ImagesResponse } from "@marquee/contract/schema";
import { like } from "drizzle-orm";
import type { BuiltContent } from "../../content/contentEngine.ts";
import { isSame } from "../../content/overlay.ts";
import { listDrafts, readDraft } from "../draftStore.ts";
import { type ImageLinks, signImages } from "../imageLinks.ts";
import { imageIn } from "../imageUses.ts";
import { checkDraft } from "../publish.ts";
import { contentDraftFields } from "../tables.ts";
import type { ContentParts, LastChanges } from "./readContent.ts";

/** Every image with its changes in a draft, and where it is shown. */
export async function readImages(
  { db, publishing }: ContentParts,
  { lastChanges, links, draft }: { lastChanges: LastChanges; links: ImageLinks; draft?: number | undefined },
): Promise<ImagesResponse> {
  const head = publishing.head();
  const published = publishing.published();
  const { fields } = draft === undefined ? { fields: [] } : await readDraft(db, draft);
  const next = publishing.drafted(fields);
  const checked = checkDraft({ fields }, head.overlay, publishing);
  const [drafts, changes] = await Promise.all([listDrafts(db), lastChanges()]);
  const uses = publishing.usesOf(next);
  const { images } = signImages(next.site, published.site, links);
  const summaries = keysOf(published, next).map((key): ImageSummary => {
    const path = key.slice(key.indexOf(":") + 1);
    const [before, after] = [published, next].map(({ items }) => imageIn(items, key));
    const image = after ?? before;
    if (!image) throw new Error(`There is no image ${key}.`);
    const problem = checked.find((field) => field.item === key && field.problem)?.problem;
    return {
      key,
      path,
      image,
      version: (images[path] ?? published.site.images[path])?.version ?? "",
      state: stateOf(before ?? null, after ?? null),
      uses: uses.get(path) ?? [],
      ...(problem !== undefined && { problem }),
      lastChange: changes.get(key) ?? null,
    };
  });
  return { images: summaries, drafts, head: head.number };
}

function keysOf(...contents: BuiltContent[]): string[] {
  const keys = contents.flatMap(({ items }) => [...items.keys()]);
  return [...new Set(keys)].filter((key) => parseItemKey(key)?.kind === "image").sort();
}

function stateOf(before: object | null, after: object | null): ImageSummary["state"] {
  if (!after) return "removed";
  if (!before) return "added";
  return isSame(before as Json, after as Json) ? "published" : "changed";
}

/** An unused path for a file, neither in the content nor in any draft. */
export async function freePath(
  { db, publishing }: Pick<ContentParts, "db" | "publishing">,
  { name, format }: { name: string; format: ImageFile["format"] },
): Promise<string> {
  const inDrafts = await db
    .selectDistinct({ item: contentDraftFields.item })
    .from(contentDraftFields)
    .where(like(contentDraftFields.item, "image:%"));
  const taken = new Set([...publishing.published().items.keys(), ...inDrafts.map(({ item }) => item)]);
  return imagePathOf(name, format, (id) => taken.has(itemKey({ kind: "image", id })));
}
