import type { Locale } from "@marquee/contract";
import type { ShellCopy } from "../app/copy.ts";
import { productLinks } from "./links.ts";
import { MiniTimeline } from "./MiniTimeline.tsx";
import { PANEL_LINK } from "./navStyles.ts";
import { PanelAside } from "./PanelAside.tsx";

interface ProductPanelProps {
  copy: ShellCopy;
  locale: Locale;
  path: string;
}

/** The pages about the product, and the product itself at work. */
export function ProductPanel({ copy, locale, path }: ProductPanelProps) {
  return (
    <>
      <ul className="col-span-8 -ml-3 grid grid-cols-2 content-start gap-x-6 gap-y-1 py-6">
        {productLinks(copy, locale).map(({ href, label, text, icon: Icon, hrefLang }) => (
          <li key={href}>
            <a
              href={href}
              hrefLang={hrefLang}
              aria-current={href === path ? "page" : undefined}
              className={PANEL_LINK}
            >
              <Icon aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-accent" />
              <span>
                <span className="block font-medium text-sm">{label}</span>
                <span className="mt-0.5 block text-ink-muted text-xs">{text}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <PanelAside text={copy.demo.text} title={copy.demo.title}>
        <MiniTimeline />
        <a
          href="/demo"
          data-overlay="ai-demo"
          className="mt-3 inline-block font-medium text-accent text-sm underline underline-offset-4 hover:no-underline"
        >
          {copy.demo.action}
        </a>
      </PanelAside>
    </>
  );
}
