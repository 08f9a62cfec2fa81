import type { Locale, SitemapEntry } from "@marquee/contract";
import type { ComponentType, ReactElement } from "react";

/** Metadata of one page's head. Descriptions are plain text of 50 to 160 characters. */
export interface PageHead {
  title: string;
  description: string;
  /** The line that the page's hero sets large. */
  headline?: string;
}

export interface PageProps<Copy> {
  copy: Copy;
  locale: Locale;
}

/** What a file in `routes/` exports. The page's head is the member `meta` of its copy. */
export interface PageModule<Copy> {
  default: ComponentType<PageProps<Copy>>;
  /** Fetches what the page needs besides its copy, before it renders, on the server and in the browser. */
  prepare?(locale: Locale): Promise<void>;
}

/** A page ready to render: code, texts and place. */
export interface LoadedPage {
  /** Pathname under which it was asked for. */
  path: string;
  locale: Locale;
  head: PageHead;
  /** Its translations, where the table of pages does not know them: it was written by an editor. */
  alternates?: SitemapEntry["alternates"];
  /** The page itself, with its copy. */
  body: ReactElement;
}
