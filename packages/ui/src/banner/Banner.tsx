import type { ShownBanner } from "@marquee/contract";
import clsx from "clsx";
import { Icon } from "../primitives/Icon.tsx";
import { BannerLink } from "./BannerLink.tsx";
import { bannerLook } from "./bannerLooks.ts";
import { CloseButton } from "./CloseButton.tsx";

interface BannerProps {
  banner: ShownBanner;
  /** What a screen reader calls the band and its button, in the page's language. */
  labels: { region: string; close: string };
  /** Without it the banner cannot be closed, as in a preview. */
  onClose?: () => void;
  className?: string;
}

const ICON_SIZE = 18;
const BADGE = "mr-2.5 inline-block whitespace-nowrap rounded-sm px-1.5 py-px font-semibold text-xs";

/**
 * The site banner (specification, sections 2 and 3): one line above everything. `bannerFor` of `contract` says whether it shows; who
 * closed it before is the caller's to know.
 */
export function Banner({ banner, labels, onClose, className }: BannerProps) {
  const look = bannerLook(banner);
  return (
    <aside
      aria-label={labels.region}
      data-site-banner=""
      className={clsx("relative z-10 text-sm", look.band, banner.showOnMobile || "max-md:hidden", className)}
    >
      <div className="mx-auto flex min-h-11 max-w-page items-center gap-3 py-1 pr-2 pl-5 md:pr-5 md:pl-8">
        <p className="flex-1 text-pretty py-1.5 leading-snug">
          <Icon name={banner.iconStart} size={ICON_SIZE} className="mr-2.5 inline-block align-[-0.2em]" />
          {banner.badgeText && <span className={clsx(BADGE, look.badge)}>{banner.badgeText}</span>}
          {banner.text} <BannerLink banner={banner} className={look.link} />
        </p>
        {onClose && <CloseButton label={labels.close} onClose={onClose} />}
      </div>
    </aside>
  );
}
