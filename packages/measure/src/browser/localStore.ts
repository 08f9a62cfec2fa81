/**
 * A key-value store for text. Never throws: a value that the browser cannot store stays in memory until the document ends.
 */
export interface LocalStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Keys that start with `prefix`, in no particular order. */
  keys(prefix: string): string[];
}

/**
 * localStorage if available, else memory (private modes, full quota, blocked storage).
 * @param open returns the storage. Reading `window.localStorage` itself throws if storage is blocked.
 */
export function createLocalStore(open: () => Storage): LocalStore {
  const memory = new Map<string, string>();
  const attempt = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(open());
    } catch {
      return undefined;
    }
  };
  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    set(key, value) {
      const isStored = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      });
      if (isStored) memory.delete(key);
      else {
        // Remove the stale stored value; other tabs would read it.
        attempt((storage) => storage.removeItem(key));
        memory.set(key, value);
      }
    },
    remove(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    keys(prefix) {
      const stored = attempt((storage) => Object.keys(storage)) ?? [];
      return [...stored, ...memory.keys()].filter((key) => key.startsWith(prefix));
    },
  };
}

/** Parses JSON text as an object or array. @returns null for null, invalid JSON and any other value. */
export function parseObject(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return typeof value === "object" ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
