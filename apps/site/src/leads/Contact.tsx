import { SEGMENT_LOCATION_ATTRIBUTE } from "@marquee/contract";
import type { ReactNode } from "react";
import * as brand from "../../../../content/brand.json";
import { LandingHero } from "../blocks/LandingHero.tsx";
import { Ledger } from "../blocks/Ledger.tsx";
import { Section } from "../blocks/Section.tsx";
import type { ContactCopy } from "../copy/copy.ts";
import { LeadForm } from "./Form.tsx";
import { Growth } from "./Growth.tsx";

const LAYOUT =
  "mx-auto grid max-w-page gap-x-0 gap-y-12 px-5 pt-14 pb-20 md:px-8 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:gap-y-16 lg:pt-24 lg:pb-32";

/** The contact form, with the next steps next to it, or below it on small screens. */
export function ContactForm({ copy: { form } }: { copy: ContactCopy }) {
  return (
    <div {...{ [SEGMENT_LOCATION_ATTRIBUTE]: "content" }} className={LAYOUT}>
      <div className="lg:pr-14">
        <h1 className="text-balance font-display text-display">{form.title}</h1>
        <p className="mt-6 max-w-prose text-pretty text-ink-muted text-lead">{form.lead}</p>
      </div>
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <Panel>
          <LeadForm formId={1006} location="page" />
        </Panel>
      </div>
      <div className="grid content-start gap-8 lg:pr-14">
        <h2 className="font-medium text-accent">{form.nextTitle}</h2>
        <Growth rows={form.next} isOrdered headingLevel={3} />
        <MailLine text={form.mail} />
      </div>
    </div>
  );
}

/** The contact page as a landing page: reasons to talk to sales, then the form (flag `contact-sales-landing-page`). */
export function ContactLanding({ copy: { landing, form } }: { copy: ContactCopy }) {
  return (
    <>
      <LandingHero
        eyebrow={landing.eyebrow}
        title={landing.title}
        lead={landing.lead}
        primary={{ label: landing.action, href: "#talk" }}
        secondary={{ label: landing.secondary, href: "/pricing#plans" }}
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

function Panel({ children }: { children: ReactNode }) {
  return <div className="rounded-lg border border-hairline bg-surface p-5 sm:p-8 lg:p-10">{children}</div>;
}

/** A sentence with the sales email address as a link in place of `{address}`. */
function MailLine({ text }: { text: string }) {
  const [before, after] = text.split("{address}");
  return (
    <p className="max-w-prose text-ink-muted text-sm">
      {before}
      <a href={`mailto:${brand.salesEmail}`} className="text-accent underline underline-offset-4">
        {brand.salesEmail}
      </a>
      {after}
    </p>
  );
}
