/**
 * Text by key. Never throws: if the browser does not store it, it stays in memory until the document ends.
 */
export interface LocalStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Keys that start with `prefix`, in no particular order. */
  keys(prefix: string): string[];
}

/**
 * localStorage where it exists and has room, memory where not (private modes, full quota, blocked storage).
 * @param open gives the storage; reading `window.localStorage` itself throws where storage is blocked.
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
        // The value under this key is outdated, and other tabs would read it.
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

/** The object that `text` is as JSON; null for anything else, and for no text. */
export function parseObject(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return typeof value === "object" ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
