const KEY_CHARACTERS = 10;

/**
 * Deletes all segments that this browser keeps for `writeKey`, of every tab. Resolves also where there are none, or no database can be
 * had; other tabs that record lose what they keep, and store no more.
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

/** Of the replay database (specification, section 9). */
export function databaseName(writeKey: string): string {
  return `marquee_replay_${writeKey.slice(0, KEY_CHARACTERS)}`;
}
