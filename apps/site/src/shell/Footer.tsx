import {
  LANGUAGES,
  type Locale,
  localizePath,
  SEGMENT_LOCATION_ATTRIBUTE,
  SEGMENT_ROOT_ATTRIBUTE,
  type SitemapEntry,
  trackingAttributes,
} from "@marquee/contract";
import { Anchor } from "@marquee/ui";
import { memo, type ReactNode } from "react";
import * as brand from "../../../../content/brand.json";
import { PageText } from "../blocks/PageText.tsx";
import type { ShellCopy } from "../copy/copy.ts";
import { localeLinks, pricingPath, productLinks, TRACKED_LINK, writtenLink } from "./links.ts";
import { Wordmark } from "./Wordmark.tsx";

/** Classes of a footer link. It is at least 24 px high (WCAG 2.2, target size). */
const FOOTER_LINK =
  "inline-block py-1 text-left underline-offset-4 hover:text-ink hover:underline aria-[current]:font-medium aria-[current]:text-ink";

interface FooterProps {
  copy: ShellCopy;
  locale: Locale;
  path: string;
  alternates: SitemapEntry["alternates"] | undefined;
}

/** Pages that editors write. Their labels have the names of their slugs. */
type WrittenPage =
  | "security"
  | "accessibility"
  | "templates"
  | "integrations"
  | "changelog"
  | "articles"
  | "guide"
  | "login";

/** The site footer: links, contact and languages. */
export const Footer = memo(function Footer({ copy, locale, path, alternates }: FooterProps) {
  const { footer, nav } = copy;
  const written = (slug: WrittenPage) => ({ ...writtenLink(copy, slug, locale), label: footer[slug], path });
  return (
    <footer
      {...{ [SEGMENT_ROOT_ATTRIBUTE]: "footer" }}
      className="border-hairline border-t bg-surface-sunken text-sm"
    >
      <div
        {...{ [SEGMENT_LOCATION_ATTRIBUTE]: "footer" }}
        className="mx-auto grid max-w-page gap-10 px-5 pt-16 pb-12 xs:grid-cols-2 md:grid-cols-4 md:px-8"
      >
        <div>
          <Wordmark />
          <PageText className="mt-4 max-w-60 text-ink-muted">{footer.tagline}</PageText>
        </div>
        <FooterColumn title={nav.product}>
          {productLinks(copy, locale).map(({ href, label }) => (
            <FooterLink key={href} href={href} label={label} path={path} />
          ))}
          <FooterLink {...written("templates")} />
          <FooterLink {...written("integrations")} />
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
          <FooterLink {...written("security")} />
          <FooterLink {...written("accessibility")} />
        </FooterColumn>
        <FooterColumn title={footer.help}>
          <FooterLink {...written("changelog")} />
          <FooterLink {...written("articles")} />
          <FooterLink {...written("guide")} />
          <FooterLink {...written("login")} />
          <FooterLink
            href={`mailto:${brand.supportEmail}`}
            label={brand.supportEmail}
            path={path}
            tracking={MAIL_TRACKING}
          />
          <li>
            <button type="button" data-consent-open="" className={FOOTER_LINK}>
              {footer.cookies}
            </button>
          </li>
        </FooterColumn>
      </div>
      <LocaleSwitcher copy={copy} locale={locale} path={path} alternates={alternates} />
    </footer>
  );
});

interface LocaleSwitcherProps {
  copy: ShellCopy;
  locale: Locale;
  path: string;
  alternates: SitemapEntry["alternates"] | undefined;
}

/** Links to the page in every language, each named in that language. The current one is marked. */
function LocaleSwitcher({ copy, locale, path, alternates }: LocaleSwitcherProps) {
  return (
    <nav
      aria-label={copy.footer.languages}
      {...{ [SEGMENT_LOCATION_ATTRIBUTE]: "languages" }}
      className="mx-auto max-w-page px-5 md:px-8"
    >
      <ul className="flex flex-wrap gap-x-6 gap-y-0.5 border-hairline border-t py-6 text-ink-muted">
        {localeLinks(path, alternates, copy.hiddenPages).map((link) => (
          <li key={link.locale}>
            <a
              href={link.href}
              lang={link.locale}
              hrefLang={link.locale}
              aria-current={link.locale === locale ? "true" : undefined}
              className={FOOTER_LINK}
            >
              {LANGUAGES[link.locale].name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function FooterColumn({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <PageText as="h2" className="font-medium">
        {title}
      </PageText>
      <ul className="mt-3 grid gap-0.5 text-ink-muted">{children}</ul>
    </div>
  );
}

/** No event contains the address itself. */
const MAIL_TRACKING = trackingAttributes({ clickedType: "link", buttonClicked: "email" });

interface FooterLinkProps {
  href: string;
  label: string;
  hrefLang?: string | undefined;
  /** Current page; its link in the footer is marked. */
  path: string;
  tracking?: typeof TRACKED_LINK;
  "data-overlay"?: string;
  "data-overlay-location"?: string;
}

function FooterLink({ href, label, hrefLang, path, tracking = TRACKED_LINK, ...overlay }: FooterLinkProps) {
  // A hidden page has no label.
  if (!label) return null;
  return (
    <li>
      <Anchor
        href={href}
        hrefLang={hrefLang}
        aria-current={href === path ? "page" : undefined}
        {...tracking}
        className={FOOTER_LINK}
        {...overlay}
      >
        {label}
      </Anchor>
    </li>
  );
}
