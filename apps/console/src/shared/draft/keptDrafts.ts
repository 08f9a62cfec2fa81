/** What a person has edited, and the stored state that the edits started from. */
export interface KeptDraft<State, Definition> {
  base: State;
  draft: Definition;
}

type AnyDraft = KeptDraft<unknown, unknown>;

/*
 * Unsaved drafts of a person whose session ended while they edited: kept in memory only, until the same person has signed in again.
 *
 *     on screen ──session ends──▶ kept ──same account signs in, screen opens──▶ on screen
 *                                  └──another account signs in, or sign-out──▶ dropped
 */
const onScreen = new Map<string, () => AnyDraft>();
const keptDrafts = new Map<string, AnyDraft>();
let keptFor: string | null = null;

/** Names a draft with unsaved changes while it is on screen. @returns a function that ends it. */
export function registerDraft(name: string, read: () => AnyDraft): () => void {
  onScreen.set(name, read);
  return () => {
    onScreen.delete(name);
  };
}

/** Keeps the drafts on screen. Call it before the screen is replaced by the sign-in form. @param account email address of their author. */
export function keepDrafts(account: string): void {
  keptFor = account;
  for (const [name, read] of onScreen) keptDrafts.set(name, read());
}

/** Drops the kept drafts of everyone except this account. */
export function dropDraftsOfOthers(account: string | null): void {
  if (account !== null && account === keptFor) return;
  keptDrafts.clear();
  keptFor = null;
}

export const hasKeptDrafts = (): boolean => keptDrafts.size > 0;

/** The kept draft of this name, if any. {@link forgetKeptDraft} forgets it once it is on screen. */
export function readKeptDraft<State, Definition>(name: string): KeptDraft<State, Definition> | undefined {
  // Safe: a name contains its entity, and each entity has one hook that registers drafts.
  return keptDrafts.get(name) as KeptDraft<State, Definition> | undefined;
}

export function forgetKeptDraft(name: string): void {
  keptDrafts.delete(name);
}
