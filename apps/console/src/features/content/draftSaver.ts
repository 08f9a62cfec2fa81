import type { Json } from "@marquee/contract";
import type { DraftField } from "@marquee/contract/schema";

/** Names a field of an item. */
export interface FieldAddress {
  item: string;
  pointer: string;
}

/** A value that the server has not confirmed yet. `revision` is the field's revision that it is based on. */
export interface TypedField extends FieldAddress {
  value: Json;
  revision: number;
}

/** Stores typed values until the server has them, in the browser's storage, so that they survive a crash or a closed tab. */
export interface TypedStore {
  read(): TypedField[];
  /** Takes over the values that closed tabs left behind. */
  adopt?(): Promise<TypedField[]>;
  write(fields: readonly TypedField[]): void;
}

type SaveState =
  | { kind: "saved" }
  | { kind: "saving" }
  /** Saving is retried automatically. */
  | { kind: "waiting"; error: Error };

interface SaverOptions {
  store: TypedStore;
  /** Saves one field. @returns the stored field, or null if the value equals the published one. */
  send(field: TypedField): Promise<DraftField | null>;
  /** Whether an error is the server's rejection of this value, so that retrying is useless. */
  isRefusal(error: unknown): boolean;
  onSaved(address: FieldAddress, field: DraftField | null): void;
  onChange(): void;
  /** Milliseconds without typing before a value is sent, and between attempts. */
  rest?: number;
  retry?: number;
}

/*
 * Saves fields while they are typed:
 *
 *     typed ──rest──▶ being sent ──answer──▶ saved            one request at a time;
 *       ▲                │  └──no answer──▶ waiting ──retry──▶ being sent
 *       └─typed meanwhile┘  └──refused──▶ refused, until it is typed again or given up
 */
export interface DraftSaver {
  /** The typed value of a field, or undefined if the server has the latest one. */
  typed(address: FieldAddress): TypedField | undefined;
  /** Why the server rejected a value. */
  refusal(address: FieldAddress): Error | undefined;
  state(): SaveState;
  /** @param the stored field's revision; 0 if it is unchanged. */
  type(field: TypedField): void;
  /** Discards a typed value that the server rejected. */
  giveUp(address: FieldAddress): void;
  /**
   * Sends the typed values now.
   * @returns once everything is saved, rejected or waiting.
   */
  flush(): Promise<void>;
  stop(): void;
}

const REST = 500;
const RETRY = 3000;

const addressOf = ({ item, pointer }: FieldAddress) => `${item}#${pointer}`;

export function createDraftSaver(options: SaverOptions): DraftSaver {
  const { store, send, isRefusal, onSaved, onChange, rest = REST, retry = RETRY } = options;
  const typed = new Map(store.read().map((field) => [addressOf(field), field]));
  const refusals = new Map<string, Error>();
  let failure: Error | null = null;
  let sending: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const changed = () => {
    store.write([...typed.values()]);
    if (!isStopped) onChange();
  };
  const schedule = (delay: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void flush(), delay);
  };
  const next = () => [...typed.entries()].find(([address]) => !refusals.has(address));

  /** Sends one value after the other. Values typed in the meantime are sent afterward, based on the response. */
  const sendAll = async () => {
    for (let entry = next(); entry; entry = next()) {
      const [address, field] = entry;
      try {
        const saved = await send(field);
        failure = null;
        const since = typed.get(address);
        if (since === field) typed.delete(address);
        else if (since) typed.set(address, { ...since, revision: saved?.revision ?? 0 });
        onSaved(field, saved);
      } catch (error) {
        if (!isRefusal(error)) {
          failure = error as Error;
          schedule(retry);
          return;
        }
        if (typed.get(address) === field) refusals.set(address, error as Error);
      } finally {
        changed();
      }
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    sending ??= sendAll().finally(() => {
      sending = null;
      changed();
    });
    return sending;
  };

  if (typed.size > 0) schedule(0);
  void store.adopt?.().then((left) => {
    if (isStopped || left.length === 0) return;
    for (const field of left) if (!typed.has(addressOf(field))) typed.set(addressOf(field), field);
    changed();
    schedule(0);
  });
  return {
    typed: (address) => typed.get(addressOf(address)),
    refusal: (address) => refusals.get(addressOf(address)),
    state() {
      if (failure) return { kind: "waiting", error: failure };
      return sending || next() ? { kind: "saving" } : { kind: "saved" };
    },
    type(field) {
      const address = addressOf(field);
      const before = typed.get(address);
      refusals.delete(address);
      typed.set(address, { ...field, revision: before?.revision ?? field.revision });
      changed();
      schedule(rest);
    },
    giveUp(address) {
      refusals.delete(addressOf(address));
      typed.delete(addressOf(address));
      changed();
    },
    flush,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
