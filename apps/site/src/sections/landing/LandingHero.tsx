import { ButtonLink } from "@marquee/ui";
import clsx from "clsx";
import type { ReactNode } from "react";

/** Where a button leads: `/path` in the site, `#id` on the page, or another scheme. */
export interface HeroAction {
  label: string;
  href: string;
}

/**
 * How words and interface share the first view: `beside` puts the words first, `facing` the interface;
 * `above` gives the interface the page's width, `wide` lets it reach past the page's columns.
 */
type HeroLayout = "beside" | "facing" | "above" | "wide";

interface LandingHeroProps {
  eyebrow?: string;
  title: string;
  lead: string;
  primary: HeroAction;
  secondary: HeroAction;
  layout: HeroLayout;
  /** The live interface that shows what the title says. */
  children: ReactNode;
}

/** The first view of a landing page: one sentence, one interface, one next step. */
export function LandingHero({ layout, children, ...words }: LandingHeroProps) {
  const isSplit = layout === "beside" || layout === "facing";
  return (
    <div className="pt-14 pb-16 lg:pt-24 lg:pb-28">
      <div className={clsx("mx-auto max-w-page px-5 md:px-8", isSplit && SPLIT)}>
        {isSplit ? <StackedWords {...words} /> : <SpreadWords {...words} />}
        {isSplit && (
          <div className={clsx("max-lg:mt-12", layout === "facing" && "lg:order-first")}>{children}</div>
        )}
      </div>
      {!isSplit && (
        <div
          className={clsx(
            "mx-auto mt-12 px-5 md:px-8 lg:mt-16",
            layout === "wide" ? "max-w-wide" : "max-w-page",
          )}
        >
          {children}
        </div>
      )}
    </div>
  );
}

const SPLIT = "lg:grid lg:grid-cols-2 lg:items-center lg:gap-x-14";

type Words = Omit<LandingHeroProps, "layout" | "children">;

/** Title, lead and actions under one another: half the page. */
function StackedWords({ eyebrow, title, ...rest }: Words) {
  return (
    <div className="grid gap-6">
      <Title eyebrow={eyebrow} title={title} />
      <LeadAndActions {...rest} />
    </div>
  );
}

/** Title to the left, lead and actions to the right of it: the whole width. */
function SpreadWords({ eyebrow, title, ...rest }: Words) {
  return (
    <div className="grid gap-x-8 gap-y-6 lg:grid-cols-12">
      <div className="lg:col-span-7">
        <Title eyebrow={eyebrow} title={title} />
      </div>
      <div className="lg:col-span-5 lg:self-end">
        <LeadAndActions {...rest} />
      </div>
    </div>
  );
}

function Title({ eyebrow, title }: { eyebrow: string | undefined; title: string }) {
  return (
    <div>
      {eyebrow && <p className="mb-3 font-medium text-accent">{eyebrow}</p>}
      <h1 className="text-balance font-display text-display">{title}</h1>
    </div>
  );
}

function LeadAndActions({ lead, primary, secondary }: Omit<Words, "eyebrow" | "title">) {
  return (
    <div>
      <p className="max-w-prose text-ink-muted text-lead">{lead}</p>
      <p className="mt-8 flex flex-wrap gap-3">
        <ButtonLink href={primary.href} size="lg">
          {primary.label}
        </ButtonLink>
        <ButtonLink href={secondary.href} size="lg" variant="secondary">
          {secondary.label}
        </ButtonLink>
      </p>
    </div>
  );
}
