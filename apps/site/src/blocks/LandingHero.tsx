import clsx from "clsx";
import type { ReactNode } from "react";
import { useTrackedSection } from "../site/useTrackedSection.ts";
import { ActionLink, type PageAction } from "./ActionLink.tsx";
import { PageText } from "./PageText.tsx";

/**
 * Layout of text and sample interface in the first view. `beside`: text on the left. `facing`: interface on the left.
 * `above`: interface below the text, as wide as the page. `wide`: the same, wider than the page.
 */
export type HeroLayout = "beside" | "facing" | "above" | "wide";

interface LandingHeroProps {
  eyebrow?: string | undefined;
  title: string;
  lead: string;
  primary: PageAction;
  secondary: PageAction;
  layout: HeroLayout;
  /** The live sample interface that illustrates the title. */
  children: ReactNode;
}

/** The first view of a landing page: one sentence, one interface, one next step. */
export function LandingHero({ layout, children, ...words }: LandingHeroProps) {
  const isSplit = layout === "beside" || layout === "facing";
  const tracked = useTrackedSection({ id: "hero", model: `hero-${layout}`, title: words.title });
  return (
    <div {...tracked} className="pt-9 pb-16 md:pt-16 lg:pt-22 lg:pb-28">
      <div className={clsx("mx-auto max-w-page px-5 md:px-8", isSplit && SPLIT)}>
        {isSplit ? <StackedWords {...words} isSecond={layout === "facing"} /> : <SpreadWords {...words} />}
        {isSplit && (
          <div className={clsx("max-lg:mt-10", layout === "facing" && "lg:order-first")}>{children}</div>
        )}
      </div>
      {!isSplit && (
        <div
          className={clsx(
            "mx-auto mt-9 px-5 md:px-8 lg:mt-14",
            layout === "wide" ? "max-w-wide" : "max-w-page",
          )}
        >
          {children}
        </div>
      )}
    </div>
  );
}

const SPLIT = "lg:grid lg:grid-cols-2 lg:items-center";

type Words = Omit<LandingHeroProps, "layout" | "children">;

/** Title, lead and actions stacked in one half of the page. */
function StackedWords({ eyebrow, title, lead, isSecond, ...actions }: Words & { isSecond: boolean }) {
  return (
    <div className={clsx("grid gap-6", isSecond ? "lg:pl-14" : "lg:pr-14")}>
      <Title eyebrow={eyebrow} title={title} />
      <Lead text={lead} />
      <Actions {...actions} />
    </div>
  );
}

/** Title across the full width; below it the lead in the left half and the actions in the right half. */
function SpreadWords({ eyebrow, title, lead, ...actions }: Words) {
  return (
    <>
      <div className="max-w-5xl">
        <Title eyebrow={eyebrow} title={title} />
      </div>
      <div className="mt-5 grid gap-6 lg:mt-8 lg:grid-cols-2 lg:items-end lg:gap-0">
        <Lead text={lead} />
        <div className="lg:pl-6">
          <Actions {...actions} />
        </div>
      </div>
    </>
  );
}

function Title({ eyebrow, title }: { eyebrow: string | undefined; title: string }) {
  return (
    <div>
      {eyebrow && <PageText className="mb-3 font-medium text-accent">{eyebrow}</PageText>}
      <PageText as="h1" className="text-balance font-display text-display">
        {title}
      </PageText>
    </div>
  );
}

function Lead({ text }: { text: string }) {
  return <PageText className="max-w-prose text-pretty text-ink-muted text-lead lg:pr-12">{text}</PageText>;
}

function Actions({ primary, secondary }: Pick<Words, "primary" | "secondary">) {
  return (
    <div className="flex flex-wrap gap-3">
      <ActionLink action={primary} location="hero" size="lg" />
      <ActionLink action={secondary} location="hero" size="lg" variant="secondary" />
    </div>
  );
}
