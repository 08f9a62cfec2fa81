import { bannerFor, isBannerPath, MOBILE_BANNER, SITE_BANNER_FLAG } from "@marquee/contract";
import { Banner } from "@marquee/ui";
import type { ShellCopy } from "../copy/copy.ts";
import { FlagPlace } from "../flags/FlagPlace.tsx";
import { useSite } from "../site/siteContext.tsx";
import { HEADER_SELECTOR } from "./Header.tsx";
import { useDismissal } from "./useDismissal.ts";

/** The mobile menu takes the whole screen below the header, so the header has to be at its top. */
const BESIDE_MENU = "max-md:[html:has([data-mobile-menu][open])_&]:hidden";

/** The banner where its configuration wants it, until the visitor closes it. Error pages have none: they say one thing. */
export function SiteBanner({ copy }: { copy: ShellCopy["banner"] }) {
  const { flags, path, settings } = useSite();
  const { isDismissed, dismiss } = useDismissal(settings);
  const banner = bannerFor(flags[SITE_BANNER_FLAG], path);
  if (isDismissed || path === "") return null;
  if (!banner) return <BannerPlace />;

  const close = () => {
    dismiss();
    // The button is about to go; the keyboard goes on from the next thing on the page.
    document.querySelector<HTMLElement>(`${HEADER_SELECTOR} a`)?.focus({ preventScroll: true });
  };
  return (
    <>
      <BannerPlace />
      <Banner banner={banner} labels={copy} onClose={close} className={BESIDE_MENU} />
    </>
  );
}

/** Rendered wherever any variation of the banner shows, including for visitors without it. */
function BannerPlace() {
  const { assignments, path } = useSite();
  const tried = assignments.find(({ flag }) => flag === SITE_BANNER_FLAG);
  if (!tried || !isBannerPath(tried.pages, path)) return null;
  const isOnMobile = tried.sections.includes(MOBILE_BANNER);
  return <FlagPlace flag={SITE_BANNER_FLAG} className={isOnMobile ? "" : "max-md:hidden"} />;
}
