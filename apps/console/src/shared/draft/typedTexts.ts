/*
 * Texts that people typed and the server does not have yet, in the browser's storage, in which they survive a crash, a closed tab and an ended
 * session. Each is one entry of its own, named by the account that typed it:
 *
 *     typed ──▶ entry of this tab ──saved──▶ removed
 *                  └──tab gone──▶ taken over by the next tab of the same account that opens the same place
 *     sign-out ──▶ saved once more; what can't be saved is removed if the person says so
 */
const PREFIX = "marquee-typed:";
const savers = new Set<() => Promise<void>>();

/** Start of the names of an account's entries. */
export function entryPrefix(account: string): string {
  return `${PREFIX}${encodeURIComponent(account)}:`;
}

/** Calls `save` before the person signs out. @returns a function that ends it. */
export function beforeSignOut(save: () => Promise<void>): () => void {
  savers.add(save);
  return () => {
    savers.delete(save);
  };
}

/** Tries to save what is typed on screen. @returns how many texts of this account the server still does not have. */
export async function saveTyped(account: string): Promise<number> {
  await Promise.all([...savers].map((save) => save()));
  return namesOf(account).length;
}

/** Removes what an account typed, so that nobody else at this browser reads it. */
export function forgetTyped(account: string): void {
  for (const name of namesOf(account)) localStorage.removeItem(name);
}

function namesOf(account: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(entryPrefix(account)));
  } catch {
    return [];
  }
}
