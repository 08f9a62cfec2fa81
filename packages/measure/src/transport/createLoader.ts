/** See README.md. */
type LoaderState = "idle" | "loading" | "ready" | "error";

/** Loads code on first use. */
export interface Loader<Code> {
  state(): LoaderState;
  /** Resolves with the code, or with null if it cannot be loaded; it is not requested again in this document. Never rejects. */
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
