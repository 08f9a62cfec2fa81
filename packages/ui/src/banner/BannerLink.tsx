import { type ShownBanner, trackingAttributes } from "@marquee/contract";
import clsx from "clsx";
import { Anchor } from "../primitives/Anchor.tsx";
import { Icon } from "../primitives/Icon.tsx";

const ICON_SIZE = 16;

/** Where the banner leads. With `fullyClickableUrl` it spreads over the whole band, and stays one link with one name. */
export function BannerLink({ banner, className }: { banner: ShownBanner; className: string }) {
  const { href, label, iconEnd, fullyClickableUrl } = banner;
  const tracking = { source: "site-banner", clickedType: "link", linkTitle: label };
  return (
    <Anchor
      href={href}
      className={clsx(
        "inline-block font-medium underline underline-offset-4 hover:no-underline",
        fullyClickableUrl &&
          "after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2",
        className,
      )}
      {...trackingAttributes(tracking)}
    >
      {label}
      <Icon name={iconEnd} size={ICON_SIZE} className="ml-1.5 inline-block align-[-0.15em]" />
    </Anchor>
  );
}
