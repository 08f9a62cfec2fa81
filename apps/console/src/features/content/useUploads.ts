import { type ImageItem, newImage } from "@marquee/contract";
import { type ImageUploadResponse, MAX_UPLOAD_BYTES } from "@marquee/contract/schema";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError, request } from "../../shared/api/request.ts";
import { reload, useRoute } from "../../shared/api/useRoute.ts";

/** What the file dialog offers. The server looks at the bytes. */
export const IMAGE_TYPES = "image/png,image/jpeg,image/webp,image/avif,image/gif";
const ATTEMPTS = 8;
const PAUSE = 1500;

/** Every image, with its changes in a draft. */
export function useImages(draft: number | null) {
  return useRoute("GET /content/images", { query: draft ? { draft } : {} });
}

/**
 * Sends a file to the server, which accepts one at a time. @throws {Error} that says what is wrong with the file.
 */
export async function uploadImage(file: File): Promise<ImageUploadResponse> {
  if (file.size > MAX_UPLOAD_BYTES)
    throw new Error(
      `Larger than ${MAX_UPLOAD_BYTES / 1024 ** 2} MB. Reduce it, for example to 3200 pixels in width.`,
    );
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request("POST /content/images", { query: { name: file.name }, body: file });
    } catch (error) {
      const isBusy = error instanceof ApiError && error.status === 429;
      if (!isBusy || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

/** Uploads a file and adds it to a draft. @returns its path. */
export async function addImage(file: File, draft: number): Promise<{ path: string; image: ImageItem }> {
  const { path, file: uploaded } = await uploadImage(file);
  const image = newImage(uploaded);
  await request("PUT /content/drafts/:id/field", {
    params: { id: String(draft) },
    body: { item: `image:${path}`, pointer: "", value: image, revision: 0 },
  });
  return { path, image };
}

export interface Upload {
  id: number;
  name: string;
  state: "waiting" | "uploading" | "done" | "failed";
  /** Why the upload failed. */
  problem?: string;
  /** Path of the image, once it is done. */
  path?: string;
}

/** Adds files as images, one after the other; one that fails does not stop the others. */
export function useUploads(ensureDraft: () => Promise<number>) {
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const count = useRef(0);
  const queue = useRef(Promise.resolve());
  const change = (id: number, next: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.id === id ? { ...each, ...next } : each)));
  const start = (files: Iterable<File>) => {
    for (const file of files) {
      count.current += 1;
      const id = count.current;
      setUploads((all) => [...all, { id, name: file.name, state: "waiting" }]);
      queue.current = queue.current.then(async () => {
        change(id, { state: "uploading" });
        try {
          const { path } = await addImage(file, await ensureDraft());
          change(id, { state: "done", path });
        } catch (error) {
          change(id, { state: "failed", problem: error instanceof Error ? error.message : String(error) });
        }
        await reload(queries, "GET /content*");
      });
    }
    return queue.current;
  };
  return { uploads, start, clear: () => setUploads([]) };
}
