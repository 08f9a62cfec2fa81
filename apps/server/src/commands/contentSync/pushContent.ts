import {
  type ImageFile,
  type ImageItem,
  isImageFile,
  type Json,
  parseItemKey,
  WHOLE_ITEM,
} from "@marquee/contract";
import { MAX_UPLOAD_BYTES, type PushResponse } from "@marquee/contract/schema";
import { readImageBytes } from "../../domains/content/imageFiles.ts";
import { kindOf } from "../../domains/content/kinds/index.ts";
import type { Difference } from "./compareContent.ts";
import type { ContentServer } from "./contentServer.ts";
import type { Workspace } from "./openWorkspace.ts";
import { SyncError } from "./syncError.ts";

interface Pushed extends PushResponse {
  fields: number;
  /** Differences that reach the server only by deploying the files. */
  left: Difference[];
}

/**
 * Creates a draft from the changes in the files. A field that was changed in the console too becomes a conflict of the draft.
 * @throws {SyncError} if there is nothing to push.
 */
export async function pushContent(
  { contentDir, baseDir, differences }: Workspace,
  server: Pick<ContentServer, "createDraft" | "sendImage">,
  name: string,
): Promise<Pushed> {
  const changed = differences.filter(({ side }) => side !== "published");
  const [fields, left] = [changed.filter(isField), changed.filter((each) => !isField(each))];
  if (fields.length === 0)
    throw new SyncError(
      left.length === 0
        ? "The files have no changes to push."
        : "The files have no changed fields to push. What was added or removed is published when you deploy the files.",
    );
  for (const each of fields) {
    const upload = uploadOf(each);
    if (upload) await sendImage(upload, [contentDir, baseDir], server);
  }
  const draft = await server.createDraft({
    name,
    fields: fields.map(({ item, pointer, side, file, published, base }) => ({
      item,
      pointer,
      value: file ?? null,
      from: (side === "both" ? base : published) ?? null,
    })),
  });
  return { ...draft, fields: fields.length, left };
}

/** Whether a draft can contain it: both sides have it with different values, or it is a page or an image. */
function isField(difference: Difference): boolean {
  const { item, pointer, file, published } = difference;
  const upload = uploadOf(difference);
  if (upload && (upload.file.bytes > MAX_UPLOAD_BYTES || !isImageFile(upload.file as Json & ImageFile)))
    return false;
  if (pointer !== WHOLE_ITEM) return file !== undefined && published !== undefined;
  return kindOf(item)?.isWhole === true;
}

interface Upload {
  path: string;
  file: ImageFile;
}

/** The image that a change needs on the server; null if it needs none. */
function uploadOf({ item, pointer, file }: Difference): Upload | null {
  const address = parseItemKey(item);
  if (address?.kind !== "image" || file === undefined) return null;
  if (pointer === "/file") return { path: address.id, file: file as ImageFile };
  return pointer === WHOLE_ITEM ? { path: address.id, file: (file as ImageItem).file } : null;
}

/** @throws {SyncError} with the path, if the server rejects it. */
async function sendImage(
  { path, file }: Upload,
  contentDirs: readonly string[],
  server: Pick<ContentServer, "sendImage">,
): Promise<void> {
  const body = await readImageBytes(contentDirs, path, file);
  if (!body) throw new SyncError(`content/images/${path} was just changed. Push again.`);
  await server.sendImage(body).catch((error: unknown) => {
    if (error instanceof SyncError) throw new SyncError(`content/images/${path}: ${error.message}`);
    throw error;
  });
}
