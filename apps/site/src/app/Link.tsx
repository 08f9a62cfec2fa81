import { localeOfPath } from "@marquee/contract";
import { type ComponentProps, type MouseEvent, useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { matchPage } from "./pages.ts";
import { prefetchWhenNear } from "./prefetch.ts";

type LinkProps = Omit<ComponentProps<"a">, "href" | "ref"> & { href: string };

/**
 * A link within the site: an ordinary anchor that changes page without a reload once React runs. Another
 * language is a new document (its `lang`, shell and fonts differ), so such a link stays an ordinary one.
 */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const [location, navigate] = useLocation();
  const anchor = useRef<HTMLAnchorElement>(null);
  const path = pathOf(href);
  const isAnchorHere = path === location && href.includes("#");
  const isClientRoute =
    matchPage(path) !== null && localeOfPath(path) === localeOfPath(location) && !isAnchorHere;

  useEffect(() => {
    if (isClientRoute && anchor.current) return prefetchWhenNear(anchor.current);
  }, [isClientRoute]);

  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    if (event.defaultPrevented || !isClientRoute || !isPlainClick(event)) return;
    event.preventDefault();
    navigate(href);
  }

  return (
    <a
      ref={anchor}
      href={href}
      aria-current={path === location ? "page" : undefined}
      {...rest}
      onClick={follow}
    />
  );
}

function pathOf(href: string): string {
  return href.split(/[?#]/, 1)[0] ?? href;
}

function isPlainClick(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  return (
    event.button === 0 &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey &&
    !event.altKey &&
    (!target || target === "_self")
  );
}
