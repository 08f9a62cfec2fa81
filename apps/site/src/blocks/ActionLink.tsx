import { ButtonLink } from "@marquee/ui";
import type { ComponentProps } from "react";

/** Where a button leads: `/path` in the site, `#id` on the page, or another scheme. */
export interface PageAction {
  label: string;
  href: string;
}

/** Pages that also come as an overlay, and the name by which links open it. */
const OVERLAYS: Readonly<Record<string, string>> = {
  "/sign-up": "sign-up",
  "/contact-sales": "enterprise-sales",
  "/demo": "ai-demo",
};

interface ActionLinkProps extends Pick<ComponentProps<typeof ButtonLink>, "variant" | "size" | "className"> {
  action: PageAction;
  /** Part of the page it stands in, so that an overlay knows where it was opened from. */
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
  const overlay = OVERLAYS[href];
  return overlay ? { "data-overlay": overlay, "data-overlay-location": location } : {};
}
