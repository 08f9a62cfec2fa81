import { GROUP_ID_COOKIE, USER_COOKIE, visitorIdOf } from "@marquee/contract";
import { createUuid } from "../browser/createUuid.ts";
import type { PersistentValues } from "../browser/persistentValues.ts";

/** Cookie and storage entry of the anonymous id; Segment's name, so that its clients find the same visitor. */
export const ANONYMOUS_ID_KEY = "ajs_anonymous_id";
/** Cookie and storage entry of the secret that the id was made from. It leaves the browser only to prove a decision. */
export const SECRET_KEY = "marquee_visitor";

/** Anything of ours or of Segment's; what could not be an id (or would break a cookie) is replaced. */
const PATTERN = /^[\w-]{8,64}$/;

export interface Identity {
  /** The visitor's anonymous id (a UUID), made and stored at the first call. Call only once consent is there. */
  anonymousId(): string;
  /** What proves that the id is this visitor's; null for an id from before ids had a secret. */
  secret(): string | null;
  /** Removes it from everywhere. */
  forget(): void;
}

export function createIdentity({ read, write, remove }: PersistentValues): Identity {
  return {
    anonymousId() {
      let id = read(ANONYMOUS_ID_KEY);
      let secret = read(SECRET_KEY);
      // An id that another tool put in the place of ours gives way: its visitor could not prove a withdrawal.
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

/** Cookie and storage entry of the user id; Segment's name. */
export const USER_ID_KEY = "ajs_user_id";

/** Who the visitor said to be. */
export interface User {
  id(): string | null;
  groupId(): string | null;
  /** Keeps group and email: call {@link forget} first if the ID belongs to someone else. */
  setId(id: string): void;
  setGroupId(id: string): void;
  setEmail(email: string): void;
  forget(): void;
}

/** Call its setters only once consent is there. */
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
