import { type Audience, SEGMENT_LOCATION_ATTRIBUTE } from "@marquee/contract";
import { ChevronDown, Menu, X } from "lucide-react";
import { MobileActions } from "./HeaderActions.tsx";
import {
  departmentLinks,
  type NavProps,
  type ProductLink,
  pricingPath,
  productLinks,
  type ShellLink,
  TRACKED_LINK,
} from "./links.ts";

interface MobileMenuProps extends NavProps {
  audience: Audience;
  /** As in `loginHref`. */
  loginUrl: string;
}

/**
 * The navigation below 800 px. Its panel fills the screen below the header. The content is always one pixel taller than
 * the panel, so that a swipe scrolls the panel and never the page behind it:
 * https://developer.mozilla.org/docs/Web/CSS/overscroll-behavior
 */
export function MobileMenu({ copy, locale, path, audience, loginUrl }: MobileMenuProps) {
  const { nav } = copy;
  return (
    <details name="site-menu" data-menu="" data-mobile-menu="" className="group md:hidden">
      <summary
        data-menu-item=""
        className="-mr-2 grid size-11 list-none place-items-center rounded-sm hover:bg-surface-sunken [&::-webkit-details-marker]:hidden"
      >
        <Menu aria-hidden="true" className="size-5 group-open:hidden" />
        <X aria-hidden="true" className="size-5 not-group-open:hidden" />
        <span className="sr-only">{nav.menu}</span>
      </summary>
      <nav
        aria-label={nav.label}
        data-menu-panel=""
        {...{ [SEGMENT_LOCATION_ATTRIBUTE]: "mobile-menu" }}
        className="absolute inset-x-0 top-full h-[calc(100dvh-4rem)] overflow-y-auto overscroll-contain border-hairline border-t bg-background"
      >
        <div className="flex min-h-[calc(100%+1px)] flex-col px-5 pb-8 [html:has([data-consent-dialog]:not([hidden]))_&]:pb-96">
          <ul className="divide-y divide-hairline border-hairline border-b">
            <MobileSection label={nav.product} links={productLinks(copy, locale)} path={path} />
            <MobileSection label={nav.solutions} links={departmentLinks(copy, locale)} path={path} />
            <MobileLink href={pricingPath(locale)} label={nav.pricing} path={path} />
          </ul>
          <MobileActions copy={copy} locale={locale} audience={audience} loginUrl={loginUrl} />
        </div>
      </nav>
    </details>
  );
}

interface MobileLinkProps {
  href: string;
  label: string;
  path: string;
}

/** A mobile menu row that links to a page. */
function MobileLink({ href, label, path }: MobileLinkProps) {
  return (
    <li>
      <a
        href={href}
        aria-current={href === path ? "page" : undefined}
        {...TRACKED_LINK}
        className="flex min-h-13 items-center font-medium aria-[current]:text-accent"
      >
        {label}
      </a>
    </li>
  );
}

interface MobileSectionProps {
  label: string;
  links: (ShellLink & Partial<ProductLink>)[];
  path: string;
}

/** A collapsible section of the mobile menu. The shared `name` keeps only one open. */
function MobileSection({ label, links, path }: MobileSectionProps) {
  return (
    <li>
      <details name="mobile-section" className="group/section">
        <summary className="flex min-h-13 list-none items-center justify-between font-medium [&::-webkit-details-marker]:hidden">
          {label}
          <ChevronDown
            aria-hidden="true"
            className="size-5 text-ink-muted transition-transform group-open/section:rotate-180"
          />
        </summary>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-4 pb-3">
          {links.map(({ href, label: text, icon: Icon }) => (
            <li key={href}>
              <a
                href={href}
                aria-current={href === path ? "page" : undefined}
                {...TRACKED_LINK}
                className="flex min-h-11 items-center gap-3 rounded-sm text-sm aria-[current]:text-accent"
              >
                {Icon && (
                  <Icon aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-accent" />
                )}
                {text}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}
