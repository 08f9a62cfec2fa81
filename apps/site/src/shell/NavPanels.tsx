import { localizePath, trackingAttributes } from "@marquee/contract";
import { ButtonLink } from "@marquee/ui";
import type { ReactNode } from "react";
import { PageText } from "../blocks/PageText.tsx";
import { departmentLinks, englishFrom, type NavProps, productLinks, TRACKED_LINK } from "./links.ts";

/** Classes of a link inside a panel. */
const PANEL_LINK = "flex gap-3 rounded-sm px-3 py-2.5 hover:bg-surface-sunken aria-[current]:bg-accent-soft";

/** Links to the product pages, and a link to the demo. */
export function ProductPanel({ copy, locale, path }: NavProps) {
  return (
    <>
      <ul className="col-span-8 -ml-3 grid grid-cols-2 content-start gap-x-6 gap-y-1 py-6">
        {productLinks(copy, locale).map(({ href, label, text, icon: Icon }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={href === path ? "page" : undefined}
              // The link's text includes its description.
              {...trackingAttributes({ clickedType: "link", linkTitle: label })}
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
          hrefLang={englishFrom(locale)}
          data-overlay="ai-demo"
          {...trackingAttributes({ source: "nav", buttonClicked: "demo", linkTitle: copy.demo.action })}
          className="mt-3 inline-block font-medium text-accent text-sm underline underline-offset-4 hover:no-underline"
        >
          {copy.demo.action}
        </a>
      </PanelAside>
    </>
  );
}

/** Links to the departments, and a button to contact sales. */
export function SolutionsPanel({ copy, locale }: Omit<NavProps, "path">) {
  const { solutions, nav } = copy;
  return (
    <>
      <div className="col-span-8 -ml-3 py-6">
        <PageText id="by-department" className="px-3 pb-2 text-ink-muted text-xs">
          {solutions.title}
        </PageText>
        <ul aria-labelledby="by-department" className="grid grid-cols-3 gap-x-6">
          {departmentLinks(copy, locale).map(({ href, label }) => (
            <li key={href}>
              <a href={href} {...TRACKED_LINK} className={PANEL_LINK}>
                <span className="font-medium text-sm">{label}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
      <PanelAside title={solutions.ask.title} text={solutions.ask.text}>
        <ButtonLink
          href={localizePath("/contact-sales", locale)}
          data-overlay="enterprise-sales"
          data-overlay-location="nav"
          tracking={{ source: "nav", buttonClicked: "contact-sales" }}
          variant="secondary"
          size="sm"
          className="mt-4"
        >
          {nav.contact}
        </ButtonLink>
      </PanelAside>
    </>
  );
}

interface PanelAsideProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** The side column of a panel, with a single call to action. */
function PanelAside({ title, text, children }: PanelAsideProps) {
  return (
    <div className="col-span-4 border-hairline border-l py-7 pl-8">
      <PageText className="font-display font-semibold text-base">{title}</PageText>
      <PageText className="mt-1 text-ink-muted text-xs">{text}</PageText>
      {children}
    </div>
  );
}

/** A small drawing of a timeline with dependent bars. Decorative. */
function MiniTimeline() {
  return (
    <svg viewBox="0 0 280 104" aria-hidden="true" fill="none" className="grows mt-4 w-full max-w-72">
      <g className="stroke-hairline">
        <line x1="0.5" y1="0" x2="0.5" y2="104" />
        <line x1="70" y1="0" x2="70" y2="104" />
        <line x1="140" y1="0" x2="140" y2="104" />
        <line x1="210" y1="0" x2="210" y2="104" />
        <line x1="279.5" y1="0" x2="279.5" y2="104" />
      </g>
      <rect x="12" y="10" width="92" height="18" rx="5" className="fill-leaf" />
      <rect x="84" y="43" width="104" height="18" rx="5" className="fill-sun" />
      <rect x="176" y="76" width="84" height="18" rx="5" className="fill-iris" />
      <g className="stroke-ink" strokeWidth="1.5" strokeLinecap="round">
        <path pathLength="1" d="M104 19h6c6 0 6 4 6 8v12" />
        <path pathLength="1" d="M188 52h6c6 0 6 4 6 8v12" />
      </g>
    </svg>
  );
}
