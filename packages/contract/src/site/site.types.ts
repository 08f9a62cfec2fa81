import type { ConsentDefault, ConsentProvider } from "../consent/consent.ts";
import type { ContentPage, ContentProblem, ImageSize } from "../content/content.types.ts";
import type { Assignment, PageRedirect, PageText } from "../experiments/experimentDefinition.ts";
import type { FlagValues } from "../flags/flags.ts";
import type { SubmittedLead } from "../leads/leads.ts";
import type { Audience } from "../visitor/customers.ts";
import type { NamedPage, PageCard } from "./pageCard.ts";
import type { Locale } from "./paths.ts";

/** The built browser files that every document refers to. Paths are absolute, starting with "/". */
export interface SiteAssets {
  /** The module that starts measurement and, later, hydration. */
  bootScript: string;
  /** The module that brings the interactive demo's own document to life. */
  demoScript: string;
  /** The whole style sheet as text to inline, or its address while developing. */
  styles: { inline: string } | { href: string };
  /** Further modules that development needs in the document (hot reload). */
  developmentScripts: string[];
}

/** Settings that the server sends to its pages. Everything here is public. */
export interface SiteSettings {
  /** Origin under which visitors reach the site, without a trailing slash: `https://trellis.example`. */
  publicUrl: string;
  /** Write key that the browser library sends with its events. */
  writeKey: string;
  /** Domain on which first-party cookies are written, or null for the host itself. */
  cookieDomain: string | null;
  /** Name of the cookie that remembers the banner's dismissal. */
  bannerCookie: string;
  /** Origins beside the product's own domain that `app-redirect` may lead to. */
  redirectOrigins: string[];
  /** Flag values of this visitor. */
  flags: FlagValues;
  /** The experiments that the visitor takes part in. */
  assignments: Assignment[];
  /** Under which browsers ask for flags. */
  clientKey: string;
  /** Pages that experiments show some visitors elsewhere, and where this one goes. */
  redirects: PageRedirect[];
  /** Whether the flag values are the defaults, for visitors about whom nothing may be known. */
  isForEverybody: boolean;
  /** The page is a preview of one variation, shown before or while the experiment runs. */
  isPreview: boolean;
  /** The visitor has dismissed the banner before. */
  isBannerHidden: boolean;
  audience: Audience;
  /** The visitor's country asks for agreement before measuring, or is not known, or the browser sent `Sec-GPC: 1`. */
  isPrivacyRestricted: boolean;
  /** What holds outside restricted regions until the visitor decides: nothing is measured, or everything. */
  consentDefault: ConsentDefault;
  consentProvider: ConsentProvider;
  /** Id of the page's Google tag, whose client and session ids events carry along; null for none. */
  gtagId: string | null;
  /** A form that came back from a submission without script; only in the document that answers it. */
  returnedLead?: SubmittedLead;
}

/** What differs between two visitors of one page. Documents are cached for each combination. */
export type PageVariant = Pick<
  SiteSettings,
  | "flags"
  | "assignments"
  | "redirects"
  | "isForEverybody"
  | "isPreview"
  | "isBannerHidden"
  | "audience"
  | "isPrivacyRestricted"
>;

export type PageTarget =
  /** A pathname without query string; `canonicalPath` where another page is the one to be found. */
  | { kind: "path"; path: string; canonicalPath?: string }
  | ContentTarget
  | { kind: "not-found"; locale: Locale }
  | { kind: "server-error"; locale: Locale };

/** A page that an editor wrote; the site draws it, the server knows its text. */
export interface ContentTarget {
  kind: "content";
  page: ContentPage;
  /** The page in each of its languages, itself included. */
  alternates: SitemapEntry["alternates"];
  /** Pixels of an image below `content/images`, or null where none is of that name. */
  imageSize(source: string): ImageSize | null;
  /** Called for each thing of the text that is left out. */
  onProblem(problem: ContentProblem): void;
}

export interface RenderedPage {
  status: 200 | 404 | 500;
  /** The whole document, starting with its doctype. */
  html: string;
}

/** An address of the site as sitemap.xml lists it: each with its translations, itself included. */
export interface SitemapEntry {
  path: string;
  alternates: { locale: Locale; path: string }[];
}

/** What the site's server bundle (`apps/site/dist/server/entry-server.js`) exports. */
export interface SiteEntry {
  /** @returns null when no page has that path; the caller then renders `not-found`. */
  renderPage(target: PageTarget, assets: SiteAssets, settings: SiteSettings): Promise<RenderedPage | null>;
  listPages(): SitemapEntry[];
  /** Pages whose texts content experiments can vary. */
  listPageTexts(): Pick<PageText, "page" | "path">[];
  /** @returns null when no page has that name. */
  readPageText(page: string): Promise<PageText | null>;
  /** @returns null when no page has that name in that language. */
  describePage(page: NamedPage | ContentPage): Promise<PageCard | null>;
  /** Sources of the images in a page that an editor wrote, as `imageUrl` is given them; those from `content/images` may be missing. */
  listImages(page: ContentPage): string[];
}
