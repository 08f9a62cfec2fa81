import type { Locale, SitemapEntry } from "@marquee/contract";
import type { ComponentType, ReactElement } from "react";
import type { Copies } from "../copy/copy.ts";
import type { EntryImage } from "./contentData.ts";

/** Metadata of a page's head. The description is plain text of 50 to 160 characters. */
export interface PageHead {
  title: string;
  description: string;
  /** Headline of the page's hero. */
  headline?: string;
}

/** Part of a page's copy if an editor has moved or hidden sections. */
interface ShownSections {
  /** IDs of all sections that visitors see, in order. */
  sections?: readonly string[];
}

export interface PageProps<Copy> {
  copy: Copy & ShownSections;
  locale: Locale;
}

/** Exports of a file in `routes/`. The page's head comes from `meta` in its copy. */
export interface PageModule<Copy> {
  default: ComponentType<PageProps<Copy>>;
  /** Copy that the page needs besides its own. It is loaded before the page renders, on the server and in the browser. */
  copyNames?: readonly (keyof Copies)[];
}

/** A page ready to render. */
export interface LoadedPage {
  /** Requested pathname. */
  path: string;
  /** The page's ID, if an editor set it. By default, that of its path. */
  pageId?: string;
  locale: Locale;
  head: PageHead;
  /** The page in each language in which visitors see it. By default, as in `PAGES`. */
  alternates?: SitemapEntry["alternates"];
  /** An entry of a collection with a date. */
  article?: { date: string; updated?: string; author?: string };
  /** An entry of a collection without one, such as a template. */
  entry?: { category?: string; updated?: string; image?: EntryImage };
  /** The entries of a list. */
  entries?: readonly { path: string; title: string }[];
  /** The list that an entry is in. */
  list?: { path: string; title: string };
  /** Path of the feed of a collection's list. */
  feed?: string;
  /** The page's element, with its copy as props. */
  body: ReactElement;
}
