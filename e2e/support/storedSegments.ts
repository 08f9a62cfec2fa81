import { expect, type Page } from "@playwright/test";

interface StoredSegment {
  metadata: { recordingId: string };
  isFinished: boolean;
}

/** Segments that the browser stores until the server has acknowledged them. */
export function storedSegments(page: Page): Promise<StoredSegment[]> {
  return page.evaluate(async () => {
    const all = await indexedDB.databases();
    const name = all.map((each) => each.name ?? "").find((each) => each.startsWith("marquee_replay_"));
    if (!name) return [];
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    try {
      if (!database.objectStoreNames.contains("segments")) return [];
      return await new Promise<StoredSegment[]>((resolve, reject) => {
        const request = database.transaction("segments").objectStore("segments").getAll();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    } finally {
      database.close();
    }
  });
}

/** Waits until the server has acknowledged all finished segments of documents that are still open. */
export async function waitUntilSent(page: Page): Promise<void> {
  const unsent = async () => {
    // The recorder sends segments of ended documents again after 20 s, and they may have arrived already.
    const locks = await page.evaluate(async () =>
      (await navigator.locks.query()).held?.map(({ name }) => name),
    );
    const finished = (await storedSegments(page)).filter(({ isFinished }) => isFinished);
    return finished.filter(({ metadata }) => locks?.includes(`marquee_replay_${metadata.recordingId}`))
      .length;
  };
  await expect.poll(unsent).toBe(0);
}
