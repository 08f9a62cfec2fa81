const KEY_CHARACTERS = 10;

/**
 * Deletes all segments that this browser stores for `writeKey`, including those of other tabs, which keep later segments in memory only.
 * Never rejects: it also resolves if nothing is stored or IndexedDB is unavailable.
 */
export function deleteStoredSegments(writeKey: string): Promise<void> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.deleteDatabase(databaseName(writeKey));
      request.onsuccess = () => resolve();
      request.onerror = () => resolve();
    } catch {
      resolve();
    }
  });
}

/** Name of the replay database (specification, section 9). */
export function databaseName(writeKey: string): string {
  return `marquee_replay_${writeKey.slice(0, KEY_CHARACTERS)}`;
}
