import type { ContactCopy } from "../copy/copy.ts";
import { FlagPlace } from "../flags/FlagPlace.tsx";
import { ContactForm, ContactLanding } from "../leads/Contact.tsx";
import type { PageProps } from "../site/page.types.ts";
import { useSite } from "../site/siteContext.tsx";

export { LEAD_FORM_COPY as copyNames } from "../leads/Form.tsx";

export default function ContactSales({ copy }: PageProps<ContactCopy>) {
  const { flags } = useSite();
  return (
    <>
      <FlagPlace flag="contact-sales-landing-page" />
      {flags["contact-sales-landing-page"] ? <ContactLanding copy={copy} /> : <ContactForm copy={copy} />}
    </>
  );
}
