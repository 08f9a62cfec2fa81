import { bannerFor, SITE_BANNER_FLAG } from "@marquee/contract";
import { Banner } from "@marquee/ui";
import type { ShellCopy } from "../app/copy.ts";
import { FlagPlace } from "../app/FlagPlace.tsx";
import { useSite } from "../app/siteContext.tsx";
import { HEADER_SELECTOR } from "./Header.tsx";
import { useDismissal } from "./useDismissal.ts";

/** The mobile menu takes the whole screen below the header, so the header has to be at its top. */
const BESIDE_MENU = "max-md:[html:has([data-mobile-menu][open])_&]:hidden";

/** The banner where its configuration wants it, until the visitor closes it. Error pages have none: they say one thing. */
export function SiteBanner({ copy }: { copy: ShellCopy["banner"] }) {
  const { flags, path, settings } = useSite();
  const { isDismissed, dismiss } = useDismissal(settings);
  const banner = path === "" ? null : bannerFor(flags[SITE_BANNER_FLAG], path);
  const place = <FlagPlace flag={SITE_BANNER_FLAG} />;
  if (!banner || isDismissed) return place;

  const close = () => {
    dismiss();
    // The button is about to go; the keyboard goes on from the next thing on the page.
    document.querySelector<HTMLElement>(`${HEADER_SELECTOR} a`)?.focus({ preventScroll: true });
  };
  return (
    <>
      {place}
      <Banner banner={banner} labels={copy} onClose={close} className={BESIDE_MENU} />
    </>
  );
}
