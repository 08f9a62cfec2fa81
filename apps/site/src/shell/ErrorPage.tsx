import { type Locale, localizePath, SEGMENT_LOCATION_ATTRIBUTE } from "@marquee/contract";
import { ButtonLink } from "@marquee/ui";
import type { ShellCopy } from "../copy/copy.ts";
import { pricingPath } from "./links.ts";
import { Shell } from "./Shell.tsx";

interface ErrorPageProps {
  copy: ShellCopy;
  locale: Locale;
  /** Code, heading, explanation and action of the error. */
  texts: ShellCopy["notFound"] | ShellCopy["serverError"];
  /** For support: identifies the request in the log. */
  requestId?: string | undefined;
}

/** The page for a 404 or 500: what happened, and links to the home page and pricing. */
export function ErrorPage({ copy, locale, texts, requestId }: ErrorPageProps) {
  return (
    <Shell copy={copy}>
      <div
        {...{ [SEGMENT_LOCATION_ATTRIBUTE]: "content" }}
        className="mx-auto grid max-w-page gap-10 px-5 py-24 md:px-8 lg:grid-cols-12 lg:py-36"
      >
        <div className="lg:col-span-7">
          <p className="font-medium text-accent tabular-nums">{texts.code}</p>
          <h1 className="mt-3 text-balance font-display text-display">{texts.heading}</h1>
          <p className="mt-6 max-w-prose text-ink-muted text-lead">{texts.text}</p>
          {requestId && (
            <p className="mt-6 text-ink-muted text-sm">
              ID: <code>{requestId}</code>
            </p>
          )}
          <p className="mt-8 flex flex-wrap gap-3">
            <ButtonLink href={localizePath("/", locale)}>{texts.action}</ButtonLink>
            <ButtonLink href={pricingPath(locale)} variant="secondary">
              {copy.nav.pricing}
            </ButtonLink>
          </p>
        </div>
        <svg
          viewBox="0 0 300 240"
          aria-hidden="true"
          fill="none"
          className="grows max-lg:hidden lg:col-span-5"
        >
          <path
            pathLength="1"
            d="M150 240V130C150 60 230 90 230 30"
            className="stroke-leaf"
            strokeWidth="6"
            strokeLinecap="round"
          />
          <path
            pathLength="1"
            d="M150 150C150 110 90 120 70 96"
            className="stroke-leaf"
            strokeWidth="6"
            strokeLinecap="round"
          />
          <circle cx="230" cy="26" r="12" className="fill-sun" />
        </svg>
      </div>
    </Shell>
  );
}
