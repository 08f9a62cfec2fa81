/** `localStorage` whose quota a test can exhaust: while `isFull`, what needs more room than before throws, as in browsers. */
export function createFakeStorage(): Storage & { isFull: boolean } {
  const read = (key: string): string | null => Object.getOwnPropertyDescriptor(storage, key)?.value ?? null;
  const methods = {
    isFull: { value: false, writable: true },
    getItem: { value: read },
    setItem: {
      value(key: string, text: string) {
        if (storage.isFull && text.length > (read(key)?.length ?? -1))
          throw new DOMException("full", "QuotaExceededError");
        Object.defineProperty(storage, key, { value: text, enumerable: true, configurable: true });
      },
    },
    removeItem: { value: (key: string) => void Reflect.deleteProperty(storage, key) },
    length: { get: () => Object.keys(storage).length },
  };
  const storage = Object.create({}, methods) as Storage & { isFull: boolean };
  return storage;
}
