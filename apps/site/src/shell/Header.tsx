import type { Locale } from "@marquee/contract";
import { ButtonLink } from "@marquee/ui";
import { ChevronDown, Menu } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { ShellCopy } from "../app/copy.ts";
import { pricingPath, productLinks } from "./links.ts";
import { Wordmark } from "./Wordmark.tsx";

interface HeaderProps {
  copy: ShellCopy;
  locale: Locale;
  path: string;
}

/** Navigation that works before, and without, any script: its menus are disclosures of the browser's own. */
export function Header({ copy, locale, path }: HeaderProps) {
  const pricing = pricingPath(locale);
  const currentOf = (href: string) => (href === path ? ("page" as const) : undefined);
  return (
    <header className="sticky top-0 z-40 border-hairline border-b bg-background/95">
      <div className="mx-auto flex h-16 max-w-page items-center gap-8 px-5 md:px-8">
        <a href="/" aria-label={copy.nav.home} className="rounded-sm">
          <Wordmark />
        </a>
        <nav aria-label={copy.nav.label} className="flex flex-1 items-center gap-1 max-md:hidden">
          <Disclosure key={path} label={copy.nav.product}>
            <ProductMenu copy={copy} path={path} />
          </Disclosure>
          <a href="/brain" aria-current={currentOf("/brain")} className={NAV_LINK}>
            {copy.nav.brain}
          </a>
          <a href={pricing} aria-current={currentOf(pricing)} className={NAV_LINK}>
            {copy.nav.pricing}
          </a>
        </nav>
        <ButtonLink href={`${pricing}#plans`} size="sm" className="max-md:ml-auto">
          {copy.nav.action}
        </ButtonLink>
        <MobileMenu key={path} copy={copy} locale={locale} path={path} />
      </div>
    </header>
  );
}

const NAV_LINK =
  "rounded-sm px-3 py-2 font-medium text-sm hover:bg-surface-sunken aria-[current]:text-accent aria-[current]:underline aria-[current]:underline-offset-8";

function Disclosure({ label, children }: { label: string; children: ReactNode }) {
  const details = useCloseOutside();
  return (
    <details ref={details} className="group relative">
      <summary className={`${NAV_LINK} flex list-none items-center gap-1 [&::-webkit-details-marker]:hidden`}>
        {label}
        <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <div className="appears absolute top-full left-0 mt-2 w-[22rem] rounded-md border border-hairline bg-surface p-2 shadow-float">
        {children}
      </div>
    </details>
  );
}

function ProductMenu({ copy, path }: Omit<HeaderProps, "locale">) {
  return (
    <ul>
      {productLinks(copy).map(({ href, label, text }) => (
        <li key={href}>
          <a
            href={href}
            aria-current={href === path ? "page" : undefined}
            className="block rounded-sm px-3 py-2.5 hover:bg-surface-sunken aria-[current]:bg-accent-soft"
          >
            <span className="block font-medium text-sm">{label}</span>
            <span className="block text-ink-muted text-xs">{text}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function MobileMenu({ copy, locale, path }: HeaderProps) {
  const details = useCloseOutside();
  const links = [...productLinks(copy), { href: pricingPath(locale), label: copy.nav.pricing, text: "" }];
  return (
    <details ref={details} className="md:hidden">
      <summary className="grid size-10 list-none place-items-center rounded-sm hover:bg-surface-sunken [&::-webkit-details-marker]:hidden">
        <Menu aria-hidden="true" className="size-5" />
        <span className="sr-only">{copy.nav.menu}</span>
      </summary>
      <nav
        aria-label={copy.nav.label}
        className="absolute inset-x-0 top-full border-hairline border-y bg-background px-5 py-3 shadow-float"
      >
        <ul className="divide-y divide-hairline">
          {links.map(({ href, label }) => (
            <li key={href}>
              <a
                href={href}
                aria-current={href === path ? "page" : undefined}
                className="block py-3.5 font-medium aria-[current]:text-accent"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}

/** Closes an open disclosure on a click elsewhere and on Escape, which gives the focus back to its summary. */
function useCloseOutside() {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      const element = details.current;
      if (element?.open && target instanceof Node && !element.contains(target)) element.open = false;
    };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      const element = details.current;
      if (key !== "Escape" || !element?.open) return;
      element.open = false;
      element.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", onPointerDown);
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("pointerdown", onPointerDown);
      document.removeEventListener("keydown", onKeyDown);
    };
  }, []);
  return details;
}
