import { ButtonLink } from "@marquee/ui";
import type { ComponentProps } from "react";
import { overlayOfPage } from "../site/overlays.ts";

/** Where a button leads: `/path` in the site, `#id` on the page, or another scheme. */
export interface PageAction {
  label: string;
  href: string;
}

interface ActionLinkProps extends Pick<ComponentProps<typeof ButtonLink>, "variant" | "size" | "className"> {
  action: PageAction;
  /** Section it is in, so that an overlay knows where it was opened. */
  location: string;
}

/** A link that looks like a button and opens an overlay where its page has one. */
export function ActionLink({ action, location, ...looks }: ActionLinkProps) {
  return (
    <ButtonLink href={action.href} {...looks} {...overlayAttributes(action.href, location)}>
      {action.label}
    </ButtonLink>
  );
}

/** The attributes by which a link to `href` opens an overlay, where its page has one. @param location as in {@link ActionLink}. */
export function overlayAttributes(href: string, location: string): Record<string, string> {
  const overlay = overlayOfPage(href);
  return overlay ? { "data-overlay": overlay, "data-overlay-location": location } : {};
}
