import type { Locale, SitemapEntry } from "@marquee/contract";
import { FOOTER_LINK } from "./footerStyles.ts";
import { LANGUAGE_NAMES } from "./links.ts";
import { localeLinks } from "./localeLinks.ts";

interface LocaleSwitcherProps {
  label: string;
  locale: Locale;
  path: string;
  alternates: SitemapEntry["alternates"] | undefined;
}

/** The page in its other languages, each by its own name. */
export function LocaleSwitcher({ label, locale, path, alternates }: LocaleSwitcherProps) {
  return (
    <nav aria-label={label} className="mx-auto max-w-page px-5 md:px-8">
      <ul className="flex flex-wrap gap-x-6 gap-y-0.5 border-hairline border-t py-6 text-ink-muted">
        {localeLinks(path, alternates).map((link) => (
          <li key={link.locale}>
            <a
              href={link.href}
              lang={link.locale}
              hrefLang={link.locale}
              aria-current={link.locale === locale ? "true" : undefined}
              className={FOOTER_LINK}
            >
              {LANGUAGE_NAMES[link.locale]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
