import { Menu, X } from "lucide-react";
import brand from "../../../../content/brand.json";
import type { HeaderProps } from "./Header.tsx";
import { departmentLinks, pricingPath, productLinks } from "./links.ts";
import { MobileActions } from "./MobileActions.tsx";
import { MobileLink } from "./MobileLink.tsx";
import { MobileSection } from "./MobileSection.tsx";

/**
 * The whole navigation below 800 px, over the whole screen. It is always one pixel taller than its place, so that a swipe scrolls it and
 * never the page behind: https://developer.mozilla.org/docs/Web/CSS/overscroll-behavior
 */
export function MobileMenu({ copy, locale, path, audience }: HeaderProps) {
  const { nav } = copy;
  return (
    <details key={path} name="site-menu" data-menu="" data-mobile-menu="" className="group md:hidden">
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
        className="absolute inset-x-0 top-full h-[calc(100dvh-4rem)] overflow-y-auto overscroll-contain border-hairline border-t bg-background"
      >
        <div className="flex min-h-[calc(100%+1px)] flex-col px-5 pb-8 [html:has([data-consent-dialog]:not([hidden]))_&]:pb-96">
          <ul className="divide-y divide-hairline border-hairline border-b">
            <MobileSection label={nav.product} links={productLinks(copy, locale)} path={path} />
            <MobileSection label={nav.solutions} links={departmentLinks(copy, locale)} path={path} />
            <MobileLink href={pricingPath(locale)} label={nav.pricing} path={path} />
          </ul>
          <MobileActions copy={copy} locale={locale} audience={audience} loginUrl={brand.loginUrl} />
        </div>
      </nav>
    </details>
  );
}
