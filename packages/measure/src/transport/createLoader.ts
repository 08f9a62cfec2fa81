/** See README.md. */
type LoaderState = "idle" | "loading" | "ready" | "error";

/** Code that is fetched when it is first needed. */
export interface Loader<Code> {
  state(): LoaderState;
  /** @returns the code, or null where it cannot be had; then it is not asked for again in this document. Never rejects. */
  get(): Promise<Code | null>;
}

export function createLoader<Code>(
  load: () => Promise<Code>,
  onError: (error: unknown) => void,
): Loader<Code> {
  let state: LoaderState = "idle";
  let code: Promise<Code | null> | undefined;
  const loadNow = async () => {
    state = "loading";
    try {
      const loaded = await load();
      state = "ready";
      return loaded;
    } catch (error) {
      state = "error";
      onError(error);
      return null;
    }
  };
  return {
    state: () => state,
    get() {
      code ??= loadNow();
      return code;
    },
  };
}
