import { ButtonLink } from "@marquee/ui";
import clsx from "clsx";
import type { ReactNode } from "react";

/** Where a button leads: `/path` in the site, `#id` on the page, or another scheme. */
export interface HeroAction {
  label: string;
  href: string;
}

interface LandingHeroProps {
  eyebrow?: string;
  title: string;
  lead: string;
  primary: HeroAction;
  secondary: HeroAction;
  /** `beside` shares the width with the interface; `above` gives the interface the whole of it. */
  layout: "beside" | "above";
  /** The live interface that shows what the title says. */
  children: ReactNode;
}

/** The first view of a landing page: one sentence, one interface, one next step. */
export function LandingHero({
  eyebrow,
  title,
  lead,
  primary,
  secondary,
  layout,
  children,
}: LandingHeroProps) {
  const isBeside = layout === "beside";
  return (
    <section className="mx-auto max-w-page px-5 md:px-8">
      <div
        className={clsx(
          "grid gap-x-8 gap-y-12 py-16 lg:grid-cols-12 lg:py-24",
          isBeside && "lg:items-center",
        )}
      >
        <div className={clsx(isBeside ? "lg:col-span-5" : "contents")}>
          <div className={clsx(!isBeside && "lg:col-span-7")}>
            {eyebrow && <p className="mb-4 font-medium text-accent">{eyebrow}</p>}
            <h1 className="text-balance font-display text-display">{title}</h1>
          </div>
          <div className={clsx(isBeside ? "mt-6" : "lg:col-span-5 lg:self-end")}>
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
        </div>
        <div className={clsx(isBeside ? "lg:col-span-7" : "lg:col-span-12")}>{children}</div>
      </div>
    </section>
  );
}
