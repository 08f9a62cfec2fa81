import { type Locale, localizePath } from "@marquee/contract";
import { LandingHero } from "../sections/landing/LandingHero.tsx";
import { Ledger } from "../sections/landing/Ledger.tsx";
import { Section } from "../sections/landing/Section.tsx";
import type { ContactCopy } from "./contactCopy.ts";
import { Growth } from "./Growth.tsx";
import { LeadForm } from "./LeadForm.tsx";
import { MailLine } from "./MailLine.tsx";
import { Panel } from "./Panel.tsx";

/** Contact sales that first says what there is to talk about (flag `contact-sales-landing-page`). */
export function ContactLanding({ copy: { landing, form }, locale }: { copy: ContactCopy; locale: Locale }) {
  return (
    <>
      <LandingHero
        eyebrow={landing.eyebrow}
        title={landing.title}
        lead={landing.lead}
        primary={{ label: landing.action, href: "#talk" }}
        secondary={{ label: landing.secondary, href: `${localizePath("/pricing", locale)}#plans` }}
        layout="beside"
      >
        <h2 className="mb-8 font-medium text-accent lg:pl-6">{landing.addsTitle}</h2>
        <div className="lg:pl-6">
          <Growth rows={landing.adds} headingLevel={3} />
        </div>
      </LandingHero>
      <Section id="before" title={landing.reasonsTitle} lead={landing.reasonsLead}>
        <Ledger rows={landing.reasons} />
      </Section>
      <Section id="talk" title={landing.talkTitle} lead={landing.talkLead} layout="side">
        <Panel>
          <LeadForm formId={1299} location="landing" headingLevel={3} />
        </Panel>
        <div className="mt-6">
          <MailLine text={form.mail} />
        </div>
      </Section>
    </>
  );
}
