import type { SessionResponse } from "@marquee/contract/schema";
import clsx from "clsx";
import { type ReactNode, useEffect } from "react";

/** The signed-in account. */
export type Account = NonNullable<SessionResponse["account"]>;

/**
 * Props of every screen.
 * @typeParam Param names of the path's parameters: "key" in "/flags/:key".
 */
export interface ScreenProps<Param extends string = never> {
  /** Title from the list of screens. */
  title: string;
  account: Account;
  /** Parameters of the path, decoded. */
  params: Readonly<Record<Param, string>>;
  /** Call it after the account was signed out, for example from all browsers. */
  onSignedOut: () => void;
}

/** The screen's title, also shown in the browser tab, with the screen's controls. */
export function ScreenHeader({ title, children }: { title: string; children?: ReactNode }) {
  useTitle(title);
  return (
    // On narrow screens, controls are often in a row of their own, close to what is below.
    <header className={clsx("flex flex-wrap items-center gap-x-6 gap-y-3", children && "max-lg:pb-2")}>
      <h1 className="font-display text-title">{title}</h1>
      {children}
    </header>
  );
}

interface AboutProps {
  mayEdit?: boolean;
  /** Who can be asked for edits by people who may not edit. */
  ask?: string;
  children: ReactNode;
}

/** What a screen is for, below its title. */
export function About({ mayEdit = true, ask, children }: AboutProps) {
  return (
    <p className="mt-1 max-w-prose text-ink-muted">
      {children}
      {!mayEdit && ` ${viewOnlyText(ask)}`}
    </p>
  );
}

/** The text for people with view-only access. */
export function viewOnlyText(ask = "Ask an editor to make changes."): string {
  return `You have view-only access. ${ask}`;
}

const SUFFIX = " · Console";

/** Sets the document's title. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title + SUFFIX;
  }, [title]);
}

/** The title of the screen that is open. */
export function currentTitle(): string {
  return document.title.replace(SUFFIX, "");
}
