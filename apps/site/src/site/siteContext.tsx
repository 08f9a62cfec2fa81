import type { Assignment, FlagValues, Locale, SiteSettings } from "@marquee/contract";
import { createContext, useContext } from "react";

/** What every block of a page may ask about the page that it stands on. */
export interface Site {
  locale: Locale;
  /** Pathname of the page that is shown; empty on an error page. */
  path: string;
  flags: FlagValues;
  /** The experiments that the visitor takes part in. */
  assignments: readonly Assignment[];
  settings: SiteSettings;
}

export const SiteContext = createContext<Site | null>(null);

/** @throws outside a {@link SiteContext}. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site)
    throw new Error("useSite is called outside a SiteContext: render the page below <App> or <ErrorPage>.");
  return site;
}
