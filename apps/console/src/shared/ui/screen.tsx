import type { SessionResponse } from "@marquee/contract/schema";
import { type ReactNode, useEffect } from "react";

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

/** The screen's title, also in the browser tab, with its controls next to it. */
export function ScreenHeader({ title, children }: { title: string; children?: ReactNode }) {
  useTitle(title);
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <h1 className="font-display text-title">{title}</h1>
      {children}
    </header>
  );
}

/** Names the screen in the tab and to screen readers. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
}
