import { formatPrice, PLANS, UNLIMITED_FEATURES } from "@marquee/contract";
import type english from "../../../../../content/copy/en/home.json";
import { MovableSections } from "../../app/MovableSections.tsx";
import type { PageProps } from "../../app/page.types.ts";
import { Bento } from "../home/Bento.tsx";
import { DemoCall } from "../home/DemoCall.tsx";
import { Departments } from "../home/Departments.tsx";
import { Facts } from "../home/Facts.tsx";
import { Flows } from "../home/Flows.tsx";
import { GrowingTrellis } from "../home/GrowingTrellis.tsx";
import { Security } from "../home/Security.tsx";
import { Views } from "../home/Views.tsx";
import { Closing } from "../landing/Closing.tsx";
import { Faq } from "../landing/Faq.tsx";
import { Ledger } from "../landing/Ledger.tsx";
import { PlanNote } from "../landing/PlanNote.tsx";
import { Section } from "../landing/Section.tsx";
import { fillTemplate } from "../pricing/fillTemplate.ts";

type Copy = typeof english;

/** What stands below the first view. */
export function HomeBelow({ copy, locale }: PageProps<Copy>) {
  const { facts, views, features, departments, integrations, moving, security, pricing, faq, closing } = copy;
  const { monthly, yearly } = PLANS.unlimited.pricing;
  const values = {
    free: formatPrice(0, locale),
    count: String(UNLIMITED_FEATURES.length),
    monthly: formatPrice(monthly.perMonth ?? 0, locale),
    yearly: formatPrice(yearly.perMonth ?? 0, locale),
  };
  return (
    <>
      <div className="border-hairline border-t">
        <Facts
          rows={facts.map(({ figure, text }) => ({
            figure: fillTemplate(figure, values),
            text: fillTemplate(text, values),
          }))}
        />
      </div>
      <MovableSections page="home">
        <Section key="views" id="views" title={views.title} lead={views.lead}>
          <Views copy={views} />
        </Section>
        <Section key="features" id="features" title={features.title} lead={features.lead}>
          <Bento rows={features.rows} />
        </Section>
        <Section
          key="departments"
          id="departments"
          title={departments.title}
          lead={departments.lead}
          layout="quarter"
        >
          <Departments rows={departments.rows} />
        </Section>
        <DemoCall key="demo" copy={copy.demo} />
        <Section key="integrations" id="integrations" title={integrations.title} lead={integrations.lead}>
          <Flows copy={integrations} />
        </Section>
        <Section key="moving" id="moving" title={moving.title} layout="side">
          <Ledger rows={moving.rows} />
        </Section>
        <Section key="security" id="security" title={security.title} lead={security.lead} layout="quarter">
          <Security steps={security.steps} site={security.site} />
        </Section>
        <PlanNote
          key="pricing"
          text={fillTemplate(pricing.text, values)}
          action={pricing.action}
          href="/pricing#compare"
        />
        <Section key="faq" id="faq" title={faq.title} layout="side">
          <Faq items={faq.items} />
        </Section>
      </MovableSections>
      <Closing
        title={closing.title}
        text={closing.text}
        primary={{ label: closing.action, href: "/sign-up" }}
        secondary={{ label: closing.secondary, href: "/contact-sales" }}
      >
        <GrowingTrellis />
      </Closing>
    </>
  );
}
