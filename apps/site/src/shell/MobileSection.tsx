import { ChevronDown } from "lucide-react";
import type { ProductLink, ShellLink } from "./links.ts";

interface MobileSectionProps {
  label: string;
  links: (ShellLink & Partial<ProductLink>)[];
  path: string;
}

/** One fold of the mobile menu; opening another one closes it. */
export function MobileSection({ label, links, path }: MobileSectionProps) {
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
          {links.map(({ href, label: text, icon: Icon, hrefLang }) => (
            <li key={href}>
              <a
                href={href}
                hrefLang={hrefLang}
                aria-current={href === path ? "page" : undefined}
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
