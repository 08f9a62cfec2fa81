import type { SessionResponse } from "@marquee/contract/schema";

/** Who is signed in. */
export type Account = NonNullable<SessionResponse["account"]>;

/** What every screen gets. @typeParam Param names in its path: "key" in "/flags/:key". */
export interface ScreenProps<Param extends string = never> {
  /** As the table of screens has it. */
  title: string;
  account: Account;
  /** Decoded. */
  params: Readonly<Record<Param, string>>;
  /** Call when the session has ended, for example on every device at once. */
  onSignedOut: () => void;
}
