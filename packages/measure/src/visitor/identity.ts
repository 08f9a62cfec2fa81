import {
  ANONYMOUS_ID_COOKIE,
  GROUP_ID_COOKIE,
  USER_COOKIE,
  USER_ID_COOKIE,
  VISITOR_SECRET_COOKIE,
  visitorIdOf,
} from "@marquee/contract";
import { createUuid } from "../browser/createUuid.ts";
import type { PersistentValues } from "../browser/persistentValues.ts";

/** Cookie and storage key of the anonymous ID. It is Segment's name, so that Segment's clients find the same visitor. */
export const ANONYMOUS_ID_KEY = ANONYMOUS_ID_COOKIE;
/**
 * Cookie and storage key of the secret that the ID is derived from. It proves consent decisions and the browser that sent a form.
 */
export const SECRET_KEY = VISITOR_SECRET_COOKIE;

/** Matches our IDs and Segment's. Other values, which could break a cookie, are replaced. */
const PATTERN = /^[\w-]{8,64}$/;

export interface Identity {
  /** The visitor's anonymous ID, created and stored on the first call. Call only with consent. */
  anonymousId(): string;
  /** The secret that proves that the ID is this visitor's; null before the first ID and for older IDs without one. */
  secret(): string | null;
  /** Removes ID and secret from cookies and storage. */
  forget(): void;
}

export function createIdentity({ read, write, remove }: PersistentValues): Identity {
  return {
    anonymousId() {
      let id = read(ANONYMOUS_ID_KEY);
      let secret = read(SECRET_KEY);
      // Replace an ID that another tool set: without a matching secret, its visitor could not prove a withdrawal.
      if (!id || !PATTERN.test(id) || (secret && visitorIdOf(secret) !== id)) {
        secret = createUuid();
        id = visitorIdOf(secret);
      }
      write(ANONYMOUS_ID_KEY, id);
      if (secret) write(SECRET_KEY, secret);
      return id;
    },
    secret: () => read(SECRET_KEY),
    forget: () => remove([ANONYMOUS_ID_KEY, SECRET_KEY]),
  };
}

/** Cookie and storage key of the user ID; Segment's name. */
export const USER_ID_KEY = USER_ID_COOKIE;

/** The identified user. */
export interface User {
  id(): string | null;
  groupId(): string | null;
  /** Keeps group and email: call {@link forget} first if the ID belongs to someone else. */
  setId(id: string): void;
  setGroupId(id: string): void;
  setEmail(email: string): void;
  forget(): void;
}

/** Stores the identified user in cookies and storage. Call the setters only with consent. */
export function createUser({ read, write, remove }: PersistentValues): User {
  return {
    id: () => read(USER_ID_KEY),
    groupId: () => read(GROUP_ID_COOKIE),
    setId: (id) => write(USER_ID_KEY, id),
    setGroupId: (id) => write(GROUP_ID_COOKIE, id),
    setEmail: (email) => write(USER_COOKIE, JSON.stringify({ email })),
    forget: () => remove([USER_ID_KEY, GROUP_ID_COOKIE, USER_COOKIE]),
  };
}
