import { bannerFor, type SiteBannerConfig } from "@marquee/contract";
import { Banner } from "@marquee/ui";
import { PreviewFrame } from "./PreviewFrame.tsx";

const WIDTHS = [390, 800, 1200] as const;
const THEMES = ["light", "dark"] as const;
/** From this width on a banner shows that is not meant for phones. */
const PHONE_LIMIT = 800;
const LABELS = { region: "Announcement", close: "Close announcement" };

/** The banner as the site draws it, at three widths, by day and by night. */
export function Preview({ config }: { config: SiteBannerConfig }) {
  const banner = bannerFor({ ...config, paths: ["*"], excludedPaths: [] }, "/");
  return (
    <section aria-label="Preview" className="mt-5 rounded-md border border-hairline p-4">
      {banner ? (
        <div className="grid grid-cols-1 gap-4">
          {WIDTHS.map((width) => (
            <div key={width}>
              <p className="mb-1 text-ink-muted text-xs tabular-nums">{width} px</p>
              {width < PHONE_LIMIT && !banner.showOnMobile ? (
                <p className="border border-hairline border-dashed px-3 py-2 text-ink-muted">
                  Hidden on phones. Turn on “Show on phones” to show it.
                </p>
              ) : (
                THEMES.map((theme) => (
                  <PreviewFrame key={theme} width={width} theme={theme}>
                    <Banner banner={banner} labels={LABELS} onClose={() => undefined} />
                  </PreviewFrame>
                ))
              )}
            </div>
          ))}
        </div>
      ) : (
        <p className="text-ink-muted">
          The preview appears once there is a text, and a link with an address and a label.
        </p>
      )}
    </section>
  );
}
