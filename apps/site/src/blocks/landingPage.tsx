import type { BooleanFlag } from "@marquee/contract";
import type { ComponentType, ReactNode } from "react";
import { FlagPlace } from "../flags/FlagPlace.tsx";
import type { PageModule, PageProps } from "../site/page.types.ts";
import { useSite } from "../site/siteContext.tsx";
import { deferBelowFold } from "./deferBelowFold.tsx";
import { type HeroLayout, LandingHero } from "./LandingHero.tsx";
import { TestIds } from "./PageText.tsx";

/** Copy of the first view; every landing page uses the same keys. */
interface LandingCopy {
  /** Headline by the page's `titleFlag`. */
  flaggedTitle?: string;
  hero: { eyebrow?: string; title: string; lead: string; action: string; secondary: string };
}

interface LandingPage<Copy> {
  /** Name of the page in the page table. */
  name: string;
  layout: HeroLayout;
  /** Link of the hero's second button; the first one leads to sign-up. */
  secondaryHref: string;
  /** The sample interface in the hero. */
  sample: ReactNode;
  /** ID of the sample, if other pages link to it. */
  sampleId?: string;
  accent?: "iris";
  /** Flag that shows the copy's `flaggedTitle` as the headline. */
  titleFlag?: BooleanFlag;
  /** Loads the content below the first view, a separate chunk. */
  loadBelow: () => Promise<ComponentType<PageProps<Copy>>>;
}

/** Builds the component of a landing page: a hero with a sample interface, and below it the rest of the page, which hydrates later. */
export async function landingPage<Copy extends LandingCopy>(
  page: LandingPage<Copy>,
): Promise<PageModule<Copy>["default"]> {
  const { name, layout, secondaryHref, sample, sampleId, accent, titleFlag, loadBelow } = page;
  const Below = await deferBelowFold<PageProps<Copy>>(name, loadBelow);

  return function Landing({ copy, locale }) {
    const { hero } = copy;
    const { path, pageId, flags } = useSite();
    const flaggedTitle = titleFlag && flags[titleFlag] ? copy.flaggedTitle : undefined;
    const content = (
      <>
        {titleFlag && <FlagPlace flag={titleFlag} />}
        <LandingHero
          eyebrow={hero.eyebrow}
          title={flaggedTitle ?? hero.title}
          lead={hero.lead}
          primary={{ label: hero.action, href: "/sign-up" }}
          secondary={{ label: hero.secondary, href: secondaryHref }}
          layout={layout}
        >
          {sampleId ? (
            <div id={sampleId} className="scroll-mt-24">
              {sample}
            </div>
          ) : (
            sample
          )}
        </LandingHero>
        <Below copy={copy} locale={locale} />
      </>
    );
    const accented = accent ? <div data-accent={accent}>{content}</div> : content;
    return (
      <TestIds path={path} pageId={pageId}>
        {accented}
      </TestIds>
    );
  };
}
