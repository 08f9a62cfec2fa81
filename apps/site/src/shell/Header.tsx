import { type Audience, SEGMENT_ROOT_ATTRIBUTE } from "@marquee/contract";
import { useEffect, useRef } from "react";
import brand from "../../../../content/brand.json";
import { HeaderActions } from "./HeaderActions.tsx";
import type { NavProps } from "./links.ts";
import { MainNav } from "./MainNav.tsx";
import { MobileMenu } from "./MobileMenu.tsx";
import { startMenus } from "./startMenus.ts";
import { Wordmark } from "./Wordmark.tsx";

interface HeaderProps extends NavProps {
  /** A recognised customer is offered to log in before anything else. */
  audience: Audience;
}

/** Finds the header in a document. */
export const HEADER_SELECTOR = "[data-site-header]";

/** Navigation that works before, and without, any script: its menus are disclosures of the browser's own. */
export function Header(props: HeaderProps) {
  const header = useRef<HTMLElement>(null);
  useEffect(() => (header.current ? startMenus(header.current) : undefined), []);
  return (
    <header
      ref={header}
      data-site-header=""
      {...{ [SEGMENT_ROOT_ATTRIBUTE]: "header" }}
      className="sticky top-0 z-40 border-hairline border-b bg-background"
    >
      <div className="mx-auto flex h-16 max-w-page items-center gap-3 px-5 md:px-8 lg:gap-8">
        <a href="/" aria-label={props.copy.nav.home} className="rounded-sm">
          <Wordmark />
        </a>
        <MainNav {...props} />
        <HeaderActions {...props} loginUrl={brand.loginUrl} />
        <MobileMenu {...props} />
      </div>
    </header>
  );
}
