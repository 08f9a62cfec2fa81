import { Anchor } from "@marquee/ui";
import type { ReactNode } from "react";
import { FOOTER_LINK } from "./footerStyles.ts";

export function FooterColumn({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="font-medium">{title}</h2>
      <ul className="mt-3 grid gap-0.5 text-ink-muted">{children}</ul>
    </div>
  );
}

interface FooterLinkProps {
  href: string;
  label: string;
  hrefLang?: string | undefined;
  /** The page that the footer stands on; the link to it says so. */
  path: string;
  "data-overlay"?: string;
  "data-overlay-location"?: string;
}

export function FooterLink({ href, label, hrefLang, path, ...overlay }: FooterLinkProps) {
  return (
    <li>
      <Anchor
        href={href}
        hrefLang={hrefLang}
        aria-current={href === path ? "page" : undefined}
        className={FOOTER_LINK}
        {...overlay}
      >
        {label}
      </Anchor>
    </li>
  );
}
