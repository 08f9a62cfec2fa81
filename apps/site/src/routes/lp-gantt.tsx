import type english from "../../../../content/copy/en/lp-gantt.json";
import type { PageProps } from "../app/page.types.ts";
import { Gantt } from "../sections/interfaces/Gantt.tsx";
import { RELAUNCH_PLAN } from "../sections/interfaces/ganttPlans.ts";
import { deferBelow } from "../sections/landing/deferBelow.tsx";
import { LandingHero } from "../sections/landing/LandingHero.tsx";
import { TestIds } from "../sections/landing/PageText.tsx";

type Copy = typeof english;

const Below = await deferBelow<PageProps<Copy>>(
  "lp-gantt",
  async () => (await import("../sections/landing/GanttBelow.tsx")).GanttBelow,
);

export const head = ({ meta }: Copy) => meta;

export default function GanttChartView({ copy, locale }: PageProps<Copy>) {
  const { hero } = copy;
  return (
    <TestIds path="/lp/features/gantt-chart-view">
      <LandingHero
        title={hero.title}
        lead={hero.lead}
        primary={{ label: hero.action, href: "/sign-up" }}
        secondary={{ label: hero.secondary, href: "#keys" }}
        layout="wide"
      >
        <div id="chart" className="scroll-mt-24">
          <Gantt plan={RELAUNCH_PLAN} />
        </div>
      </LandingHero>
      <Below copy={copy} locale={locale} />
    </TestIds>
  );
}
