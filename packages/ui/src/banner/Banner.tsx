import {
  SEGMENT_LOCATION_ATTRIBUTE,
  SEGMENT_ROOT_ATTRIBUTE,
  type ShownBanner,
  trackingAttributes,
} from "@marquee/contract";
import clsx from "clsx";
import { X } from "lucide-react";
import type { ElementType, ReactNode } from "react";
import { Anchor } from "../primitives/Anchor.tsx";
import { Icon } from "../primitives/Icon.tsx";
import { bannerLook } from "./bannerLooks.ts";

interface BannerProps {
  banner: ShownBanner;
  /** Names of the banner and its close button for screen readers, in the page's language. */
  labels: { region: string; close: string };
  /**
   * Called by the close button. Without it there is no button, for example in a preview or without scripts.
   */
  onClose?: (() => void) | undefined;
  className?: string;
  /** Renders its text; by default a paragraph. */
  Text?: ElementType<{ className: string; children: ReactNode }>;
}

const START_ICON_SIZE = 18;
const END_ICON_SIZE = 16;
const BADGE = "mr-2.5 inline-block whitespace-nowrap rounded-sm px-1.5 py-px font-semibold text-xs";

/**
 * The site banner (specification, sections 2 and 3): one line at the top of the page. `bannerFor` of `contract` decides whether it shows; the
 * caller tracks whether the visitor closed it.
 */
export function Banner({ banner, labels, onClose, className, Text = "p" }: BannerProps) {
  const look = bannerLook(banner);
  return (
    <aside
      aria-label={labels.region}
      data-site-banner=""
      {...{ [SEGMENT_ROOT_ATTRIBUTE]: "banner" }}
      className={clsx("relative z-10 text-sm", look.band, banner.showOnMobile || "max-md:hidden", className)}
    >
      <div
        {...{ [SEGMENT_LOCATION_ATTRIBUTE]: "banner" }}
        className="mx-auto flex min-h-11 max-w-page items-center gap-3 py-1 pr-2 pl-5 md:pr-5 md:pl-8"
      >
        <Text className="flex-1 text-pretty py-1.5 leading-snug">
          <Icon
            name={banner.iconStart}
            size={START_ICON_SIZE}
            className="mr-2.5 inline-block align-[-0.2em]"
          />
          {banner.badgeText && <span className={clsx(BADGE, look.badge)}>{banner.badgeText}</span>}
          {banner.text} <BannerLink banner={banner} className={look.link} />
        </Text>
        {onClose && <CloseButton label={labels.close} onClose={onClose} />}
      </div>
    </aside>
  );
}

/** The banner's link. With `fullyClickableUrl` its click area covers the whole banner, and it is still one link with one name. */
function BannerLink({ banner, className }: { banner: ShownBanner; className: string }) {
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
      <Icon name={iconEnd} size={END_ICON_SIZE} className="ml-1.5 inline-block align-[-0.15em]" />
    </Anchor>
  );
}

/** A click before hydration is repeated after it. Without JavaScript the button is invisible, but keeps its space, because it would do nothing. */
function CloseButton({ label, onClose }: { label: string; onClose: () => void }) {
  return (
    <button
      type="button"
      onClick={onClose}
      className="relative z-10 grid size-9 shrink-0 place-items-center self-start rounded-sm hover:bg-current/10 noscript:invisible"
    >
      <X aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      <span className="sr-only">{label}</span>
    </button>
  );
}
