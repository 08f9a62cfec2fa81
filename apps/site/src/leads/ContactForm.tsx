import type { ContactCopy } from "./contactCopy.ts";
import { Growth } from "./Growth.tsx";
import { LeadForm } from "./LeadForm.tsx";
import { MailLine } from "./MailLine.tsx";
import { Panel } from "./Panel.tsx";

/** Contact sales, the form at once: what happens next stands beside it, and below it on a small screen. */
export function ContactForm({ copy: { form } }: { copy: ContactCopy }) {
  return (
    <div className={LAYOUT}>
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

const LAYOUT =
  "mx-auto grid max-w-page gap-x-0 gap-y-12 px-5 pt-14 pb-20 md:px-8 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:gap-y-16 lg:pt-24 lg:pb-32";
