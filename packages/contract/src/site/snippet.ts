import type { ConsentGroup, ConsentProvider } from "../consent/consent.ts";
import type { Locale } from "../kernel/locales.ts";

/** The script that measures pages on other hosts, and the folder of the code that it loads. */
export const SNIPPET_SCRIPT = "/marquee.js";
export const SNIPPET_FOLDER = "/marquee";
/** Where the script reads {@link SnippetSettings}. */
export const SNIPPET_SETTINGS_PATH = "/v1/snippet";
/** Where the script reads {@link ConsentTexts}, with the page's language as `lang` in the query. */
export const CONSENT_TEXTS_PATH = "/v1/snippet/consent";

/** Settings that the script needs to measure a page on an allowed host. */
export interface SnippetSettings {
  writeKey: string;
  /** Domain of the site's cookies; null for its host alone. Pages within it share the visitor's consent and ID. */
  cookieDomain: string | null;
  /** Whether the visitor is measured until they decide. */
  isGrantedByRegion: boolean;
  consentProvider: ConsentProvider["name"];
  /** ID of the page's Google tag; null for none. */
  gtagId: string | null;
}

/** The consent dialog in one language. */
export interface ConsentTexts {
  locale: Locale;
  title: string;
  text: string;
  accept: string;
  reject: string;
  customize: string;
  save: string;
  /** The groups that a visitor can choose. */
  groups: { group: ConsentGroup; title: string; text: string }[];
  /** The page that lists what is measured and stored. */
  privacy: { label: string; href: string };
}
