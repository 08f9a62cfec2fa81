import type english from "../../../../content/copy/en/lp-project-management.json";
import type { PageProps } from "../app/page.types.ts";
import { Document } from "../sections/interfaces/Document.tsx";
import { deferBelow } from "../sections/landing/deferBelow.tsx";
import { LandingHero } from "../sections/landing/LandingHero.tsx";
import { TestIds } from "../sections/landing/PageText.tsx";

type Copy = typeof english;

const Below = await deferBelow<PageProps<Copy>>(
  "lp-project-management",
  async () => (await import("../sections/landing/ProjectsBelow.tsx")).ProjectsBelow,
);

export const head = ({ meta }: Copy) => meta;

export default function ProjectManagement({ copy, locale }: PageProps<Copy>) {
  const { hero } = copy;
  return (
    <TestIds path="/lp/teams/project-management">
      <LandingHero
        eyebrow={hero.eyebrow}
        title={hero.title}
        lead={hero.lead}
        primary={{ label: hero.action, href: "/sign-up" }}
        secondary={{ label: hero.secondary, href: "/contact-sales" }}
        layout="beside"
      >
        <div id="plan" className="scroll-mt-24">
          <Document />
        </div>
      </LandingHero>
      <Below copy={copy} locale={locale} />
    </TestIds>
  );
}
