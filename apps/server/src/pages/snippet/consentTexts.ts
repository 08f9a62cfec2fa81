import {
  CONSENT_GROUPS,
  type ConsentTexts,
  DEFAULT_LOCALE,
  LOCALES,
  type Locale,
  localizePath,
  type SiteContent,
} from "@marquee/contract";
import { hiddenLanguages } from "../../domains/content/hiddenPages.ts";

/** The parts of `content/copy/<locale>/shell.json` that the dialog shows. Every locale has the keys of the English file. */
interface ShellTexts {
  consent: Omit<ConsentTexts, "locale" | "groups" | "privacy"> & {
    /** Instead of `text`, with the place `{recipients}`. */
    sharedText: string;
    groups: Record<"analytics" | "functional" | "marketing", { title: string; text: string }>;
  };
  footer: { privacy: string };
}

interface ConsentTextsOptions {
  content: SiteContent;
  /** The page's language as a BCP 47 tag, such as `de-AT`. */
  language: string;
  publicUrl: string;
  /** Names of companies that get data of visitors who consent. */
  recipients: readonly string[];
}

/** The site's consent dialog in the language of a page, or in the default one if the site does not have it. */
export function consentTexts({
  content,
  language,
  publicUrl,
  recipients,
}: ConsentTextsOptions): ConsentTexts {
  const hidden = hiddenLanguages(content);
  const locale = closestLocale(
    language,
    LOCALES.filter((each) => !hidden.includes(each)),
  );
  const { consent, footer } = content.copy[locale].shell as ShellTexts;
  const { title, accept, reject, customize, save, groups } = consent;
  const names = new Intl.ListFormat(locale).format(recipients);
  const text = names ? consent.sharedText.replace("{recipients}", () => names) : consent.text;
  const choice = (name: keyof typeof groups) => ({
    group: CONSENT_GROUPS[name],
    title: groups[name].title,
    text: groups[name].text,
  });
  return {
    locale,
    title,
    text,
    accept,
    reject,
    customize,
    save,
    groups: [choice("analytics"), choice("functional"), choice("marketing")],
    privacy: { label: footer.privacy, href: publicUrl + localizePath("/privacy", locale) },
  };
}

/** The locale with the same language and region, otherwise the same language. */
export function closestLocale(language: string, locales: readonly Locale[] = LOCALES): Locale {
  const wanted = language.trim().toLowerCase().replaceAll("_", "-");
  const [base] = wanted.split("-");
  const exact = locales.find((locale) => locale.toLowerCase() === wanted);
  return exact ?? locales.find((locale) => locale.split("-")[0] === base) ?? DEFAULT_LOCALE;
}
