import type { Assignment, FlagValues, Locale, SiteSettings } from "@marquee/contract";
import { createContext, useContext } from "react";

/** Site data that every section can use. */
export interface Site {
  locale: Locale;
  /** Pathname of the current page; empty on an error page. */
  path: string;
  flags: FlagValues;
  /** The visitor's experiments. */
  assignments: readonly Assignment[];
  settings: SiteSettings;
}

export const SiteContext = createContext<Site | null>(null);

/** @throws outside a {@link SiteContext}. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site)
    throw new Error(
      "useSite must be used inside a SiteContext. Render the page inside <App> or <ErrorPage>.",
    );
  return site;
}
