import {
  type Audience,
  localizePath,
  SEGMENT_LOCATION_ATTRIBUTE,
  SEGMENT_ROOT_ATTRIBUTE,
} from "@marquee/contract";
import { memo, useEffect, useRef } from "react";
import { HeaderActions } from "./HeaderActions.tsx";
import type { NavProps } from "./links.ts";
import { MainNav } from "./MainNav.tsx";
import { MobileMenu } from "./MobileMenu.tsx";
import { startMenus } from "./startMenus.ts";
import { Wordmark } from "./Wordmark.tsx";

interface HeaderProps extends NavProps {
  /** For known customers, the first action is to log in. */
  audience: Audience;
  /** As in `loginHref`. */
  loginUrl: string;
}

/** CSS selector of the header. */
export const HEADER_SELECTOR = "[data-site-header]";

/** The site header. Its menus are native `<details>` elements, so they work without scripts. */
export const Header = memo(function Header(props: HeaderProps) {
  const header = useRef<HTMLElement>(null);
  useEffect(() => (header.current ? startMenus(header.current) : undefined), []);
  return (
    <header
      ref={header}
      data-site-header=""
      {...{ [SEGMENT_ROOT_ATTRIBUTE]: "header" }}
      className="sticky top-0 z-40 border-hairline border-b bg-background"
    >
      <div
        {...{ [SEGMENT_LOCATION_ATTRIBUTE]: "nav" }}
        className="mx-auto flex h-16 max-w-page items-center gap-3 px-5 md:px-8 lg:gap-8"
      >
        <a href={localizePath("/", props.locale)} aria-label={props.copy.nav.home} className="rounded-sm">
          <Wordmark />
        </a>
        <MainNav {...props} />
        <HeaderActions {...props} />
        <MobileMenu {...props} />
      </div>
    </header>
  );
});
