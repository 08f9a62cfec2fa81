/*
 * Texts that people typed and the server does not have yet, in the browser's storage, so that they survive a crash, a closed tab and an
 * ended session. Each has its own entry, named by the account that typed it:
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

/**
 * Registers a function that runs before the person signs out.
 * @returns a function that unregisters it.
 */
export function beforeSignOut(save: () => Promise<void>): () => void {
  savers.add(save);
  return () => {
    savers.delete(save);
  };
}

/** Tries to save the texts typed on screen. @returns the number of this account's texts that are still not saved. */
export async function saveTyped(account: string): Promise<number> {
  await Promise.all([...savers].map((save) => save()));
  return namesOf(account).length;
}

/** Removes the texts that an account typed, so that nobody else can read them in this browser. */
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
