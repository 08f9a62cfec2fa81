import { type Locale, localizePath, SEGMENT_ROOT_ATTRIBUTE, type SitemapEntry } from "@marquee/contract";
import brand from "../../../../content/brand.json";
import type { ShellCopy } from "../app/copy.ts";
import { FooterColumn, FooterLink } from "./FooterColumn.tsx";
import { FOOTER_LINK } from "./footerStyles.ts";
import { LocaleSwitcher } from "./LocaleSwitcher.tsx";
import { englishFrom, pricingPath, productLinks } from "./links.ts";
import { Wordmark } from "./Wordmark.tsx";

interface FooterProps {
  copy: ShellCopy;
  locale: Locale;
  path: string;
  alternates: SitemapEntry["alternates"] | undefined;
}

/** What stands below every page: where else to go, whom to ask, and the page's other languages. */
export function Footer({ copy, locale, path, alternates }: FooterProps) {
  const { footer, nav } = copy;
  const english = englishFrom(locale);
  return (
    <footer
      {...{ [SEGMENT_ROOT_ATTRIBUTE]: "footer" }}
      className="border-hairline border-t bg-surface-sunken text-sm"
    >
      <div className="mx-auto grid max-w-page gap-10 px-5 pt-16 pb-12 xs:grid-cols-2 md:grid-cols-4 md:px-8">
        <div>
          <Wordmark />
          <p className="mt-4 max-w-60 text-ink-muted">{footer.tagline}</p>
        </div>
        <FooterColumn title={nav.product}>
          {productLinks(copy, locale).map(({ href, label, hrefLang }) => (
            <FooterLink key={href} href={href} label={label} hrefLang={hrefLang} path={path} />
          ))}
        </FooterColumn>
        <FooterColumn title={footer.company}>
          <FooterLink href={pricingPath(locale)} label={nav.pricing} path={path} />
          <FooterLink
            href={localizePath("/contact-sales", locale)}
            label={nav.contact}
            path={path}
            data-overlay="enterprise-sales"
            data-overlay-location="footer"
          />
          <FooterLink href={localizePath("/privacy", locale)} label={footer.privacy} path={path} />
          <FooterLink href="/security" label={footer.security} hrefLang={english} path={path} />
          <FooterLink href="/accessibility" label={footer.accessibility} hrefLang={english} path={path} />
        </FooterColumn>
        <FooterColumn title={footer.help}>
          <FooterLink href="/guide" label={footer.guide} hrefLang={english} path={path} />
          <FooterLink href={`mailto:${brand.supportEmail}`} label={brand.supportEmail} path={path} />
          <li>
            <button type="button" data-consent-open="" className={FOOTER_LINK}>
              {footer.cookies}
            </button>
          </li>
        </FooterColumn>
      </div>
      <LocaleSwitcher label={footer.languages} locale={locale} path={path} alternates={alternates} />
    </footer>
  );
}
