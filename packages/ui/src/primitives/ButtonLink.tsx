import { type ClickTracking, trackingAttributes } from "@marquee/contract";
import type { MouseEvent, ReactNode } from "react";
import { reportError } from "../reportError.ts";
import { Anchor, type AnchorProps } from "./Anchor.tsx";
import { ButtonContent, type ButtonIcons } from "./Button.tsx";
import { type ButtonStyle, buttonStyles } from "./buttonStyles.ts";

type Handler<Event> = (event: Event) => void;

/** Replaces the page's own origin, so that a relative URL stays relative. */
const BASE = "https://base.invalid";

interface ButtonLinkProps extends Omit<AnchorProps, "className">, ButtonStyle, ButtonIcons {
  /** Renders the link without `href`, still visible and marked as disabled for assistive technology. */
  disabled?: boolean | undefined;
  /** Query parameters of the current page that a click carries over to `href`. */
  redirectParams?: readonly string[] | undefined;
  /** The link's title defaults to its text. */
  tracking?: ClickTracking | undefined;
}

/** A link that looks like a button (specification, section 3). */
export function ButtonLink(props: ButtonLinkProps) {
  const { variant, size, className, iconStart, iconEnd, children, ...link } = props;
  const { href, disabled, redirectParams = NONE, tracking, onClick, ...rest } = link;
  const look = buttonStyles({ variant, size, className });
  const content = (
    <ButtonContent iconStart={iconStart} iconEnd={iconEnd} size={size}>
      {children}
    </ButtonContent>
  );
  if (disabled) return <DisabledLink className={look}>{content}</DisabledLink>;

  const carry = ({ currentTarget }: MouseEvent<HTMLAnchorElement>) => {
    currentTarget.href = carryParams(href, location.search, redirectParams);
  };
  return (
    <Anchor
      href={href}
      className={look}
      onClick={redirectParams.length > 0 ? composeHandlers(carry, onClick) : onClick}
      {...trackingAttributes({ linkTitle: typeof children === "string" ? children : undefined, ...tracking })}
      {...rest}
    >
      {content}
    </Anchor>
  );
}

const NONE: readonly string[] = [];

/** A link without `href`, marked up according to ARIA: https://www.w3.org/TR/html-aria/#el-a-no-href */
function DisabledLink({ className, children }: { className: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: a placeholder link has no `href` on purpose.
    <a role="link" aria-disabled="true" className={className}>
      {children}
    </a>
  );
}

/**
 * Adds the query parameters `names` of the current page to `href` (specification, section 3, redirect params). Parameters that `href` already
 * has are kept. URLs that take no query (`mailto:`, a fragment of this page) are returned unchanged.
 * @param search the current page's query string, with or without the question mark.
 */
export function carryParams(href: string, search: string, names: readonly string[]): string {
  if (href.startsWith("#") || !URL.canParse(href, BASE)) return href;
  const url = new URL(href, BASE);
  if (!/^https?:$/.test(url.protocol)) return href;
  const current = new URLSearchParams(search);
  const carried = names.filter((name) => current.has(name) && !url.searchParams.has(name));
  if (carried.length === 0) return href;
  for (const name of carried) for (const value of current.getAll(name)) url.searchParams.append(name, value);
  if (url.origin !== BASE) return url.href;
  // Browsers would parse a path that starts with two slashes as a host.
  return url.pathname.replace(/^\/\//, "/.//") + url.search + url.hash;
}

/**
 * A handler that runs ours, then the caller's. An error in ours is reported and does not prevent the caller's from running (specification,
 * section 8). An error in the caller's is thrown.
 */
export function composeHandlers<Event>(
  ours: Handler<Event>,
  callers: Handler<Event> | undefined,
): Handler<Event> {
  return (event) => {
    try {
      ours(event);
    } catch (error) {
      reportError("A button's click handler failed.", error);
    }
    callers?.(event);
  };
}
