/** `localStorage` whose quota a test can exhaust: while `isFull`, every write throws, as browsers do. */
export function createFakeStorage(): Storage & { isFull: boolean } {
  const methods = {
    isFull: { value: false, writable: true },
    getItem: { value: (key: string) => Object.getOwnPropertyDescriptor(storage, key)?.value ?? null },
    setItem: {
      value(key: string, text: string) {
        if (storage.isFull) throw new DOMException("full", "QuotaExceededError");
        Object.defineProperty(storage, key, {
          value: text,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      },
    },
    removeItem: { value: (key: string) => void Reflect.deleteProperty(storage, key) },
    length: { get: () => Object.keys(storage).length },
  };
  const storage = Object.create({}, methods) as Storage & { isFull: boolean };
  return storage;
}
