import { bannerFor, type Locale, type SiteBannerConfig } from "@marquee/contract";
import { Banner } from "@marquee/ui";
import clsx from "clsx";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { resolveMediaQueries } from "../../../shared/ui/resolveMediaQueries.ts";

type Theme = "light" | "dark";

interface PreviewFrameProps {
  /** Viewport width of the simulated page, in CSS pixels. Scaled down if there is less room. */
  width: number;
  theme: Theme;
  /** Language of the banner. */
  locale: Locale;
  children: ReactNode;
}

const WIDTHS = [390, 800, 1200] as const;
const THEMES = ["light", "dark"] as const;
/** Width in CSS pixels from which a banner shows that is hidden on phones. */
const PHONE_LIMIT = 800;
const LABELS = { region: "Announcement", close: "Close announcement" };

/** The banner as the site renders it in a language, at three widths, in the light and the dark theme. */
export function Preview({ config, locale }: { config: SiteBannerConfig; locale: Locale }) {
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
                  Hidden on phones. Turn on “Show on phones” to show it there.
                </p>
              ) : (
                THEMES.map((theme) => (
                  <PreviewFrame key={theme} width={width} theme={theme} locale={locale}>
                    <Banner banner={banner} labels={LABELS} onClose={() => undefined} />
                  </PreviewFrame>
                ))
              )}
            </div>
          ))}
        </div>
      ) : (
        <p className="text-ink-muted">
          Enter the text, the link address and the link label to see a preview.
        </p>
      )}
    </section>
  );
}

/** An iframe, so that media queries see the simulated width and theme. It is inert. */
function PreviewFrame({ width, theme, locale, children }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [height, setHeight] = useState(0);
  const [scale, setScale] = useState(1);

  useEffect(() => {
    const inside = frame.current?.contentDocument;
    if (!inside) return;
    inside.documentElement.lang = locale;
    setBody(inside.body);
    return copyStyles(document, inside, theme);
  }, [theme, locale]);

  useEffect(() => {
    if (!body || !room.current) return;
    const sizes = new ResizeObserver(() => {
      setHeight(body.offsetHeight);
      setScale(Math.min(1, (room.current?.clientWidth ?? width) / width));
    });
    sizes.observe(body);
    sizes.observe(room.current);
    return () => sizes.disconnect();
  }, [body, width]);

  return (
    <div
      ref={room}
      className={clsx("overflow-hidden", height === 0 && "h-11")}
      style={{ height: height ? height * scale : undefined }}
    >
      <iframe
        ref={frame}
        inert
        tabIndex={-1}
        title={`Banner at ${width} px, ${theme}`}
        className="block max-w-none origin-top-left border-0"
        style={{ width, height, transform: `scale(${scale})` }}
      />
      {body && createPortal(children, body)}
    </div>
  );
}

/**
 * Copies a document's style sheets into another and resolves the theme, regardless of the browser's
 * preference.
 * @returns the cleanup.
 */
function copyStyles(from: Document, to: Document, theme: Theme): () => void {
  const copies = [...from.querySelectorAll<HTMLElement>('link[rel="stylesheet"], style')].map((sheet) => {
    const copy = to.importNode(sheet, true);
    copy.addEventListener("load", () => resolveMediaQueries(to, { "prefers-color-scheme": theme }));
    to.head.append(copy);
    return copy;
  });
  resolveMediaQueries(to, { "prefers-color-scheme": theme });
  return () => {
    for (const copy of copies) copy.remove();
  };
}
