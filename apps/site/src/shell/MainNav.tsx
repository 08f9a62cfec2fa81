import { localizePath, SEGMENT_LOCATION_ATTRIBUTE } from "@marquee/contract";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { type NavProps, pricingPath, TRACKED_LINK } from "./links.ts";
import { ProductPanel, SolutionsPanel } from "./NavPanels.tsx";

/** Classes of a header item. The current page's item is underlined. */
export const NAV_ITEM =
  "flex h-9 items-center whitespace-nowrap rounded-sm px-2.5 font-medium text-sm hover:bg-surface-sunken aria-[current]:text-accent aria-[current]:underline aria-[current]:underline-offset-8 lg:px-3";

/** The header's navigation from 800 px on. */
export function MainNav({ copy, locale, path }: NavProps) {
  const { nav } = copy;
  return (
    <nav aria-label={nav.label} className="flex flex-1 items-center lg:gap-1 max-md:hidden">
      <Disclosure label={nav.product} location="product-menu">
        <ProductPanel copy={copy} locale={locale} path={path} />
      </Disclosure>
      <Disclosure label={nav.solutions} location="solutions-menu">
        <SolutionsPanel copy={copy} locale={locale} />
      </Disclosure>
      {nav.brain && (
        <NavLink href={localizePath("/brain", locale)} path={path}>
          {nav.brain}
        </NavLink>
      )}
      <NavLink href={pricingPath(locale)} path={path}>
        {nav.pricing}
      </NavLink>
    </nav>
  );
}

interface NavLinkProps {
  href: string;
  path: string;
  children: ReactNode;
}

function NavLink({ href, path, children }: NavLinkProps) {
  return (
    <a
      href={href}
      aria-current={href === path ? "page" : undefined}
      data-menu-item=""
      {...TRACKED_LINK}
      className={NAV_ITEM}
    >
      {children}
    </a>
  );
}

interface DisclosureProps {
  label: string;
  /** Name of the panel in clicks. */
  location: string;
  children: ReactNode;
}

/** A header item that opens a full-width panel. */
function Disclosure({ label, location, children }: DisclosureProps) {
  return (
    <details name="site-menu" data-menu="" className="group">
      <summary
        data-menu-item=""
        className={`${NAV_ITEM} list-none gap-1 group-open:bg-surface-sunken [&::-webkit-details-marker]:hidden`}
      >
        {label}
        <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <div
        data-menu-panel=""
        {...{ [SEGMENT_LOCATION_ATTRIBUTE]: location }}
        className="appears absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto overscroll-contain border-hairline border-y bg-surface shadow-float"
      >
        <div className="mx-auto grid max-w-page grid-cols-12 gap-8 px-5 md:px-8">{children}</div>
      </div>
    </details>
  );
}
