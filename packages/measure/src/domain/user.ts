import { decodeValue, GROUP_ID_COOKIE, ONE_YEAR, USER_COOKIE } from "@marquee/contract";
import type { Cookies } from "../browser/cookies.ts";
import type { LocalStore } from "../browser/localStore.ts";

/** Cookie and storage entry of the user id; Segment's name. */
export const USER_ID_KEY = "ajs_user_id";
const KEYS = [USER_ID_KEY, GROUP_ID_COOKIE, USER_COOKIE] as const;
type Key = (typeof KEYS)[number];
/** Browsers refuse a cookie of 4096 bytes; what is longer is kept in storage alone. */
const MAX_COOKIE_BYTES = 3500;

/** Who the visitor said to be. Kept in a cookie (other hosts of the domain read it) and in localStorage. */
export interface User {
  id(): string | null;
  groupId(): string | null;
  /** Leaves group and e-mail as they are: {@link forget} comes before, where the id is somebody else's. */
  setId(id: string): void;
  setGroupId(id: string): void;
  setEmail(email: string): void;
  forget(): void;
}

/** Call its setters only once consent is there. */
export function createUser({ cookies, store }: { cookies: Cookies; store: LocalStore }): User {
  const read = (key: Key) => decodeValue(cookies.get(key)) || store.get(key) || null;
  const write = (key: Key, value: string) => {
    const encoded = encodeURIComponent(value);
    if (encoded.length <= MAX_COOKIE_BYTES && cookies.get(key) !== encoded)
      cookies.set(key, encoded, ONE_YEAR);
    if (store.get(key) !== value) store.set(key, value);
  };
  return {
    id: () => read(USER_ID_KEY),
    groupId: () => read(GROUP_ID_COOKIE),
    setId: (id) => write(USER_ID_KEY, id),
    setGroupId: (id) => write(GROUP_ID_COOKIE, id),
    setEmail: (email) => write(USER_COOKIE, JSON.stringify({ email })),
    forget() {
      for (const key of KEYS) {
        cookies.remove(key);
        store.remove(key);
      }
    },
  };
}
