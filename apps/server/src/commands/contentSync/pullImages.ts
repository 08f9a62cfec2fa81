import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type ImageFile,
  type ImageItem,
  type Json,
  parseItemKey,
  parsePointer,
  WHOLE_ITEM,
  withValueAt,
} from "@marquee/contract";
import { MAX_UPLOAD_BYTES } from "@marquee/contract/schema";
import { editMember } from "../../domains/content/editJson.ts";

import { IMAGE_NOTES, imageNotes, readImageBytes } from "../../domains/content/imageFiles.ts";
import { isSame } from "../../domains/content/overlay.ts";
import { checkUpload } from "../../domains/images/checkUpload.ts";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { Difference } from "./compareContent.ts";
import type { ContentServer } from "./contentServer.ts";
import type { Workspace } from "./openWorkspace.ts";
import { SyncError } from "./syncError.ts";

const NOTES_PATH = `images/${IMAGE_NOTES}`;

/**
 * The new content of changed images' files and of `images.json`, by path below the content folder; null for files to delete. Keys of images
 * are paths below `images` without dots that lead out of it, whatever a server sends.
 * @throws {SyncError} if an image differs from the published one.
 */
export async function editImages(
  workspace: Workspace,
  server: Pick<ContentServer, "readImage">,
  changed: readonly (readonly [key: string, changes: readonly Difference[]])[],
): Promise<Map<string, string | Buffer | null>> {
  const { contentDir, baseDir, items } = workspace;
  const edited = new Map<string, string | Buffer | null>();
  if (changed.length === 0) return edited;
  const before = await readFile(join(contentDir, NOTES_PATH), "utf8").catch(() => "{}\n");
  let notes = before;
  for (const [key, changes] of changed) {
    const address = parseItemKey(key);
    if (address?.kind !== "image") throw new SyncError(`${key} is not an image.`);
    const { id } = address;
    const path = `images/${id}`;
    const existing = items.get(key);
    const image = changedImage(existing?.item, changes);
    notes = editMember(
      notes,
      id,
      image ? (imageNotes(image) as Record<string, Json> | undefined) : undefined,
    );
    if (!image) {
      if (existing?.isInherited)
        throw new SyncError(
          `${path} is part of the product, so it can't be removed. Show it again in the console.`,
        );
      edited.set(path, null);
      continue;
    }
    const isHere =
      existing?.isInherited === false &&
      isSame((existing.item as ImageItem).file as never, image.file as never);
    if (isHere) continue;
    const inFiles = await readImageBytes([contentDir, baseDir], id, image.file);
    edited.set(path, inFiles ?? (await fetchImage(server, path, image.file)));
  }
  if (notes !== before) edited.set(NOTES_PATH, notes);
  return edited;
}

/** The image with its published metadata; null if it was removed. */
function changedImage(item: Json | undefined, changes: readonly Difference[]): ImageItem | null {
  const whole = changes.find(({ pointer }) => pointer === WHOLE_ITEM);
  const base = whole ? (whole.published ?? null) : (item ?? null);
  const image = changes
    .filter(({ pointer }) => pointer !== WHOLE_ITEM)
    .reduce<Json>(
      (value, { pointer, published }) =>
        withValueAt(value, parsePointer(pointer) ?? [], published as Json) ?? value,
      base,
    );
  return image as ImageItem | null;
}

/**
 * @throws {SyncError} unless they are exactly the published bytes and an image, because they are committed to a
 * repository.
 */
async function fetchImage(
  server: Pick<ContentServer, "readImage">,
  path: string,
  file: ImageFile,
): Promise<Buffer> {
  if (file.bytes > MAX_UPLOAD_BYTES)
    throw new SyncError(
      `content/${path} is larger than ${MAX_UPLOAD_BYTES / 1024 ** 2} MB, so it was never uploaded. Get it from the server's repository.`,
    );
  const body = await server.readImage(file);
  const receivedFile = await checkUpload(body).catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  if (receivedFile && isSame(receivedFile as never, file as never)) return body;
  throw new SyncError(
    `content/${path}: the server sent a different file than it published. Nothing was written.`,
  );
}
