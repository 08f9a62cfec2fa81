import { ONE_YEAR } from "@marquee/contract";
import type { Cookies } from "../browser/cookies.ts";
import type { LocalStore } from "../browser/localStore.ts";
import { createUuid } from "../tools/createUuid.ts";

/** Cookie and storage entry of the anonymous id; Segment's name, so that its clients find the same visitor. */
export const ANONYMOUS_ID_KEY = "ajs_anonymous_id";

export interface Identity {
  /** The visitor's anonymous id (a UUID), made and stored at the first call. Call only once consent is there. */
  anonymousId(): string;
  /** Whether the cookie of an earlier agreement is still there. Makes and stores nothing. */
  isKnown(): boolean;
  /** Removes it from everywhere. */
  forget(): void;
}

interface IdentityOptions {
  cookies: Cookies;
  store: LocalStore;
}

/** Kept in a cookie and in localStorage, each restored from the other: browsers shorten the life of both, at different times. */
export function createIdentity({ cookies, store }: IdentityOptions): Identity {
  return {
    // Read each time: another tab may have changed it.
    anonymousId() {
      const stored = [cookies.get(ANONYMOUS_ID_KEY), store.get(ANONYMOUS_ID_KEY)].find(isAnonymousId);
      const id = stored ?? createUuid();
      if (cookies.get(ANONYMOUS_ID_KEY) !== id) cookies.set(ANONYMOUS_ID_KEY, id, ONE_YEAR);
      if (store.get(ANONYMOUS_ID_KEY) !== id) store.set(ANONYMOUS_ID_KEY, id);
      return id;
    },
    isKnown: () => isAnonymousId(cookies.get(ANONYMOUS_ID_KEY)),
    forget() {
      cookies.remove(ANONYMOUS_ID_KEY);
      store.remove(ANONYMOUS_ID_KEY);
    },
  };
}

/** Anything of ours or of Segment's; what could not be an id (or would break a cookie) is replaced. */
function isAnonymousId(value: string | null): value is string {
  return value !== null && /^[\w-]{8,64}$/.test(value);
}
