import type { Assignment, Catalog, FlagValues, Locale, SiteContent, SiteSettings } from "@marquee/contract";
import { reportError } from "@marquee/ui";
import { createContext, useContext, useEffect, useState } from "react";
import type { Copies, CopyStore } from "../copy/copy.ts";

/** Site data that every section can use. */
export interface Site {
  locale: Locale;
  /** Pathname of the current page; empty on an error page. */
  path: string;
  /** ID of the current page (`pageIdOf`): an editor may have set it, and an error page has one without a path. */
  pageId: string;
  flags: FlagValues;
  /** The visitor's experiments. */
  assignments: readonly Assignment[];
  settings: SiteSettings;
  /**
   * Whether the page renders completely instead of its first view first: because the server rendered it, or because a section further down
   * is about to be shown.
   */
  isWhole: boolean;
  /** Source of texts outside the page's own copy. */
  copy: CopyStore;
  /** Products of Trellis with prices. */
  catalog: Catalog;
  /** Images that the site's own pages show, by path. */
  images: SiteContent["images"];
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

/** @throws outside a {@link SiteContext}. */
export function useCatalog(): Catalog {
  return useSite().catalog;
}

/**
 * Copy that does not come with the page; null until it has loaded. If it is in the route's `copyNames`, it is in the server's markup.
 * A failed load is reported, and the result stays null.
 */
export function useCopy<Name extends keyof Copies>(name: Name, locale: Locale): Copies[Name] | null {
  const { copy } = useSite();
  const [, setLoaded] = useState("");
  const loaded = copy.loaded(name, locale);
  useEffect(() => {
    if (loaded) return;
    copy.load(name, locale).then(
      () => setLoaded(`${locale}/${name}`),
      (error: unknown) => reportError(`The texts "${name}" could not be fetched.`, error),
    );
  }, [copy, loaded, name, locale]);
  return loaded;
}
