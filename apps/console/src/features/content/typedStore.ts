import { entryPrefix } from "../../shared/draft/typedTexts.ts";
import type { TypedField, TypedStore } from "./draftSaver.ts";

interface TypedPlace {
  /** Email address of the account: texts typed in this browser belong to the account that typed them. */
  account: string;
  item: string;
  /** ID of the draft; null until there is one. */
  draft: number | null;
}

interface KeptStore extends TypedStore {
  /** Assigns the current texts to a draft that was just created. */
  moveTo(draft: number): void;
  stop(): void;
}

interface TypedStoreParts {
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> & { keys(): string[] };
  /** Names this tab among those of the browser. */
  tab: string;
  /** Names of tabs that are open; null if the browser does not support it. */
  openTabs(): Promise<ReadonlySet<string> | null>;
}

type StoredField = TypedField & { at: number };

const NEW = "new";
const LOCK = "marquee-tab:";

/**
 * Keeps typed fields, each in its own entry, so that tabs that edit the same item do not overwrite each other. Texts typed before a draft was created
 * belong to no draft, and are returned only while none is open.
 * @returns the fields that closed tabs left for this place, then those typed here.
 */
export function createTypedStore({ account, item, draft }: TypedPlace, parts: TypedStoreParts): KeptStore {
  const { storage, tab } = parts;
  const start = (name: number | null) => `${entryPrefix(account)}${name ?? NEW}:${encodeURIComponent(item)}:`;
  let prefix = start(draft);
  const nameOf = ({ pointer }: Pick<TypedField, "pointer">) =>
    `${prefix}${encodeURIComponent(pointer)}:${tab}`;
  const ownNames = () => storage.keys().filter((name) => name.startsWith(prefix) && name.endsWith(`:${tab}`));
  const readEntry = (name: string): StoredField | null => {
    try {
      const entry = JSON.parse(storage.getItem(name) ?? "null");
      return typeof entry?.pointer === "string" ? entry : null;
    } catch {
      return null;
    }
  };
  const guarded = <Result>(change: () => Result, otherwise: Result): Result => {
    try {
      return change();
    } catch {
      // The storage is full or blocked. The texts stay in memory.
      return otherwise;
    }
  };
  let isStopped = false;
  return {
    read: () => guarded(() => ownNames().flatMap((name) => fieldOf(readEntry(name)) ?? []), []),
    async adopt() {
      const open = await parts.openTabs();
      if (isStopped) return [];
      return guarded(() => {
        const left = storage
          .keys()
          .filter((name) => name.startsWith(prefix) && !open?.has(tabOf(name)) && tabOf(name) !== tab)
          .flatMap((name) => {
            const entry = readEntry(name);
            return entry ? [{ name, entry }] : [];
          })
          .sort((one, other) => other.entry.at - one.entry.at);
        // Of several texts for a field, the latest is used. The others stay until it is saved, and then show as conflicts.
        const taken = new Map<string, StoredField>();
        for (const { name, entry } of left) {
          if (taken.has(entry.pointer) || storage.getItem(nameOf(entry)) !== null) continue;
          taken.set(entry.pointer, entry);
          storage.setItem(nameOf(entry), JSON.stringify(entry));
          storage.removeItem(name);
        }
        return [...taken.values()].flatMap((entry) => fieldOf(entry) ?? []);
      }, []);
    },
    write(fields) {
      guarded(() => {
        const written = new Set(fields.map(nameOf));
        for (const name of ownNames()) if (!written.has(name)) storage.removeItem(name);
        for (const field of fields) {
          const before = readEntry(nameOf(field));
          const isSame =
            before &&
            JSON.stringify(before.value) === JSON.stringify(field.value) &&
            before.revision === field.revision;
          if (!isSame) storage.setItem(nameOf(field), JSON.stringify({ ...field, at: Date.now() }));
        }
      }, undefined);
    },
    moveTo(created) {
      if (prefix === start(created)) return;
      guarded(() => {
        const entries = ownNames().flatMap((name) => {
          const entry = readEntry(name);
          storage.removeItem(name);
          return entry ?? [];
        });
        prefix = start(created);
        for (const entry of entries) storage.setItem(nameOf(entry), JSON.stringify(entry));
      }, undefined);
      prefix = start(created);
    },
    stop() {
      isStopped = true;
    },
  };
}

function fieldOf(entry: StoredField | null): TypedField | null {
  if (!entry) return null;
  const { at: _at, ...field } = entry;
  return field;
}

function tabOf(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}

const TAB = Math.random().toString(36).slice(2);
let isHeld = false;

/** Holds a lock while the tab is open, so that other tabs can tell. */
function holdTab(): void {
  if (isHeld || !("locks" in navigator)) return;
  isHeld = true;
  void navigator.locks.request(LOCK + TAB, () => new Promise(() => undefined));
}

async function openTabs(): Promise<ReadonlySet<string> | null> {
  if (!("locks" in navigator)) return null;
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : [])));
}

/** {@link createTypedStore} in this browser. */
export function keepTyped(place: TypedPlace): KeptStore {
  holdTab();
  const storage = {
    keys: () => Object.keys(localStorage),
    getItem: (name: string) => localStorage.getItem(name),
    setItem: (name: string, text: string) => localStorage.setItem(name, text),
    removeItem: (name: string) => localStorage.removeItem(name),
  };
  return createTypedStore(place, { storage, tab: TAB, openTabs });
}
