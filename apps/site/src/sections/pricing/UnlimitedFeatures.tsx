import type { Locale, PlanFeature } from "@marquee/contract";
import {
  CalendarRange,
  ChartNoAxesCombined,
  Check,
  ClipboardList,
  Gauge,
  HardDrive,
  type LucideIcon,
  Mail,
  Plug,
  Scale,
  Sigma,
  Target,
  TextCursorInput,
  Timer,
  UserRoundCheck,
  UsersRound,
} from "lucide-react";
import type { PricingCopy } from "../../copy/copy.ts";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { perMonthPrice } from "../../copy/prices.ts";
import { useCatalog } from "../../site/siteContext.tsx";
import { useTrackedSection } from "../../site/useTrackedSection.ts";
import { featureDetail } from "./compareGroups.ts";

/** Features without one have a check mark. */
const FEATURE_ICONS: Partial<Record<PlanFeature, LucideIcon>> = {
  unlimitedStorage: HardDrive,
  integrations: Plug,
  dashboards: Gauge,
  guestsWithPermissions: UserRoundCheck,
  ganttCharts: CalendarRange,
  customFields: TextCursorInput,
  columnCalculations: Sigma,
  email: Mail,
  userGroups: UsersRound,
  timeTracking: Timer,
  goalsAndPortfolios: Target,
  formView: ClipboardList,
  resourceManagement: Scale,
  agileReporting: ChartNoAxesCombined,
};

/** Unlimited's features in the catalog's order, each with a description. */
export function UnlimitedFeatures({ copy, locale }: { copy: PricingCopy; locale: Locale }) {
  const catalog = useCatalog();
  const { features } = catalog.plans.unlimited;
  const lead = fillTemplate(copy.unlimited.lead, {
    count: features.length,
    price: perMonthPrice(catalog, "unlimited", "yearly", locale),
  });
  const tracked = useTrackedSection({ id: "unlimited", model: "features", title: copy.unlimited.title });
  return (
    <section
      {...tracked}
      id="unlimited"
      aria-labelledby="unlimited-title"
      className="border-hairline border-t"
    >
      <div className="mx-auto grid max-w-page px-5 pt-20 pb-20 md:grid-cols-2 md:px-8 lg:grid-cols-4 lg:pt-32 lg:pb-32">
        <div className="pb-12 md:col-span-2 lg:pr-14">
          <h2 id="unlimited-title" className="text-balance font-display text-heading">
            {copy.unlimited.title}
          </h2>
          <p className="mt-4 max-w-prose text-pretty text-ink-muted text-lead">{lead}</p>
        </div>
        <ul className="contents">
          {features.map((feature) => (
            <Feature key={feature} feature={feature} copy={copy} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Feature({ feature, copy }: { feature: PlanFeature; copy: PricingCopy }) {
  const Icon = FEATURE_ICONS[feature] ?? Check;
  return (
    <li className="flex gap-4 border-hairline border-t py-6 md:block md:px-6 md:py-8">
      <Icon aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-leaf" />
      <div>
        <h3 className="font-medium md:mt-4">{copy.features[feature]}</h3>
        <p className="mt-1 text-pretty text-ink-muted text-sm">{featureDetail(feature, copy)}</p>
      </div>
    </li>
  );
}
