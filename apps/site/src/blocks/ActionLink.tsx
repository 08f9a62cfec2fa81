import { ButtonLink } from "@marquee/ui";
import type { ComponentProps } from "react";
import { overlayOfPage } from "../site/overlays.ts";

/** A button's label and target: `/path` on the site, `#id` on the page, or a URL with another scheme. */
export interface PageAction {
  label: string;
  href: string;
}

interface ActionLinkProps extends Pick<ComponentProps<typeof ButtonLink>, "variant" | "size" | "className"> {
  action: PageAction;
  /** Section that contains the link, so that an overlay knows where it was opened. */
  location: string;
}

/** A link styled as a button. It opens an overlay if its target page has one. A primary one has an arrow. */
export function ActionLink({ action, location, ...looks }: ActionLinkProps) {
  const isPrimary = (looks.variant ?? "primary") === "primary";
  return (
    <ButtonLink
      href={action.href}
      iconEnd={isPrimary ? "arrow-right" : undefined}
      {...looks}
      {...overlayAttributes(action.href, location)}
    >
      {action.label}
    </ButtonLink>
  );
}

/**
 * Attributes that make a link to `href` open the overlay of its target page; none if that page has no overlay.
 * @param location Section that contains the link, as in {@link ActionLink}.
 */
export function overlayAttributes(href: string, location: string): Record<string, string> {
  const overlay = overlayOfPage(href);
  return overlay ? { "data-overlay": overlay, "data-overlay-location": location } : {};
}
