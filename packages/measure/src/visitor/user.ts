import { GROUP_ID_COOKIE, USER_COOKIE } from "@marquee/contract";
import type { PersistentValues } from "../browser/persistentValues.ts";

/** Cookie and storage entry of the user id; Segment's name. */
export const USER_ID_KEY = "ajs_user_id";

/** Who the visitor said to be. */
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
