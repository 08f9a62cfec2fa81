import type { BrowserTools } from "../connections/browserTools.ts";
import type { ConsentDefault, ConsentProvider } from "../consent/consent.ts";
import type { ContentPage, ContentProblem } from "../content/content.types.ts";
import type { SiteContent } from "../content/siteContent.ts";
import type { Assignment, PageRedirect, VariedPage } from "../experiments/experimentDefinition.ts";
import type { FlagValues } from "../flags/flags.ts";
import type { Locale } from "../kernel/locales.ts";
import type { SubmittedLead } from "../leads/leads.ts";
import type { Audience } from "../visitor/customers.ts";
import type { NamedPage, PageCard } from "./pageCard.ts";

/** The built browser files that every document loads. Paths are absolute, starting with "/". */
export interface SiteAssets {
  /** The module that starts measurement and later hydrates the page. */
  bootScript: string;
  /** The module that hydrates the interactive demo's own document. */
  demoScript: string;
  styles: BuiltStyles | { hrefs: string[] };
  /** Additional modules for development (hot reload). */
  developmentScripts: string[];
}

/** Style sheets of the build. In development, documents load style sheets by URL instead. */
export interface BuiltStyles {
  /** Texts to inline, by the name in {@link RenderedPage.sheet}: the rules that one kind of document uses. */
  inline: Record<string, string>;
  /** URL of the style sheet with all rules, which pages load before they show content from outside their document. */
  complete: string;
}

/** Settings that the server sends to its pages. Everything here is public. */
export interface SiteSettings {
  /** Public origin of the site, without a trailing slash: `https://trellis.example`. */
  publicUrl: string;
  /** Write key that the browser library sends with its events. */
  writeKey: string;
  /** Domain of first-party cookies; null for the host itself. */
  cookieDomain: string | null;
  /** Name of the cookie that stores the dismissal of the banner. */
  bannerCookie: string;
  /** Origins that `app-redirect` may lead to, in addition to the product's own domain. */
  redirectOrigins: string[];
  /** URL of a demo that another company hosts, in place of the built-in one; null for that. */
  demoUrl: string | null;
  /** Flag values for this visitor. */
  flags: FlagValues;
  /** Experiments that the visitor takes part in. */
  assignments: Assignment[];
  /** Key with which browsers request flag values. */
  clientKey: string;
  /** Redirects of experiments on this site, and their target for this visitor. */
  redirects: PageRedirect[];
  /** Whether this visitor gets the same flag values as an unknown visitor, without experiments. */
  isForEveryone: boolean;
  /** Whether visitors who are measured may get other flag values on another page, because a rule uses its URL or referrer. */
  areFlagsPerPage: boolean;
  /** Whether the visitor has dismissed the banner. */
  isBannerHidden: boolean;
  audience: Audience;
  /**
   * Whether the visitor's country requires consent before measurement, or is unknown, or the browser sent `Sec-GPC:
   * 1`.
   */
  isPrivacyRestricted: boolean;
  /** Whether visitors outside privacy-restricted regions are measured until they decide. */
  consentDefault: ConsentDefault;
  consentProvider: ConsentProvider;
  /** Third-party tools that the document may load; null for none. */
  tools: BrowserTools | null;
  /** URL of the product's log-in page; null for the one of the brand. */
  loginUrl: string | null;
  /** Companies that get data of visitors who agree; the consent dialog names them. */
  recipients: string[];
  /** How many days events are kept; null means forever. Shown on the privacy page. */
  retentionDays: number | null;
  /** The same for recordings, for form submissions, and for consent decisions. */
  recordedDays: number | null;
  leadDays: number | null;
  receiptDays: number | null;
  /** Result of a form submitted without JavaScript. Only in the document that responds to it. */
  returnedLead?: SubmittedLead;
}

/** The settings that differ between visitors of one page. Documents are cached for each combination. */
export type PageVariant = Pick<
  SiteSettings,
  | "flags"
  | "assignments"
  | "redirects"
  | "isForEveryone"
  | "areFlagsPerPage"
  | "isBannerHidden"
  | "audience"
  | "isPrivacyRestricted"
>;

export type PageTarget =
  /** A pathname without query string. `canonicalPath` is set if search engines should index another page instead. */
  | { kind: "path"; path: string; canonicalPath?: string }
  | ContentTarget
  | { kind: "not-found"; locale: Locale }
  | { kind: "server-error"; locale: Locale };

/** A page written by an editor. The server has its content, the site renders it. */
export interface ContentTarget {
  kind: "content";
  page: ContentPage;
  /** The page in each of its languages, including this one. */
  alternates: SitemapEntry["alternates"];
  /** Called for each part of the content that is removed. */
  onProblem(problem: ContentProblem): void;
}

export interface RenderedPage {
  status: 200 | 404 | 500;
  /** Name of the inline style sheet, whose hash belongs in the document's policy. */
  sheet: string;
  /** The complete document, starting with its doctype. */
  html: string;
  /** Version of the site's content that the document names. A page keeps its own version while other pages change. */
  contentVersion?: string;
  /** Copy files that the document was rendered from, as `<locale>/<name>`. Other changed texts would affect only its version. */
  texts?: string[];
  /** Paths of the images that it shows or would show. */
  images?: string[];
}

export interface UsedImage {
  /** As for `imageUrl`; the image may not exist. */
  source: string;
  /** Alt text in the page; empty if it has none. */
  alt: string;
}

/** A URL of the site in sitemap.xml, with all its translations including itself. */
export interface SitemapEntry {
  path: string;
  alternates: { locale: Locale; path: string }[];
}

/**
 * The default export of the site's server bundle (`site/server/entry-server.js` of a build): opens the site with this
 * content.
 */
export type OpenSite = (content: SiteContent) => SiteEntry;

/** The site with one version of its content. */
export interface SiteEntry {
  /** @returns null if no page has that path; the caller then renders `not-found`. */
  renderPage(target: PageTarget, assets: SiteAssets, settings: SiteSettings): Promise<RenderedPage | null>;
  listPages(): SitemapEntry[];
  /** Pages whose texts can vary in content experiments. */
  listPageTexts(): VariedPage[];
  /** @returns null if no page has that name in that language. */
  describePage(page: NamedPage | ContentPage): Promise<PageCard | null>;
  /** Images in an editor's page. */
  listImages(page: ContentPage): UsedImage[];
  /** Images that the site's own pages show: their paths below `content/images`, by page and language. */
  listPictures(): { page: string; path: string; locale: Locale; images: string[] }[];
  /** Hosts of the sites that the link cards of an editor's page lead to, as for `faviconUrl`. */
  listCardHosts(page: ContentPage): string[];
}
