import type { ReactNode } from "react";
import { Disclosure } from "./Disclosure.tsx";
import type { HeaderProps } from "./Header.tsx";
import { englishFrom, pricingPath } from "./links.ts";
import { NAV_ITEM } from "./navStyles.ts";
import { ProductPanel } from "./ProductPanel.tsx";
import { SolutionsPanel } from "./SolutionsPanel.tsx";

/** The bar's own items from 800 px on. */
export function MainNav({ copy, locale, path }: HeaderProps) {
  const { nav } = copy;
  return (
    <nav aria-label={nav.label} className="flex flex-1 items-center lg:gap-1 max-md:hidden">
      <Disclosure key={`product ${path}`} label={nav.product}>
        <ProductPanel copy={copy} locale={locale} path={path} />
      </Disclosure>
      <Disclosure key={`solutions ${path}`} label={nav.solutions}>
        <SolutionsPanel copy={copy} locale={locale} />
      </Disclosure>
      <NavLink href="/brain" path={path} hrefLang={englishFrom(locale)}>
        {nav.brain}
      </NavLink>
      <NavLink href={pricingPath(locale)} path={path}>
        {nav.pricing}
      </NavLink>
    </nav>
  );
}

interface NavLinkProps {
  href: string;
  path: string;
  hrefLang?: string | undefined;
  children: ReactNode;
}

function NavLink({ href, path, hrefLang, children }: NavLinkProps) {
  return (
    <a
      href={href}
      hrefLang={hrefLang}
      aria-current={href === path ? "page" : undefined}
      data-menu-item=""
      className={NAV_ITEM}
    >
      {children}
    </a>
  );
}
