import { FlagPlace } from "../app/FlagPlace.tsx";
import type { PageProps } from "../app/page.types.ts";
import { useSite } from "../app/siteContext.tsx";
import { ContactForm } from "../leads/ContactForm.tsx";
import { ContactLanding } from "../leads/ContactLanding.tsx";
import type { ContactCopy } from "../leads/contactCopy.ts";

export { loadLeadFormCopy as prepare } from "../leads/leadFormCopy.ts";

export const head = ({ meta }: ContactCopy) => meta;

export default function ContactSales({ copy, locale }: PageProps<ContactCopy>) {
  const { flags } = useSite();
  return (
    <>
      <FlagPlace flag="contact-sales-landing-page" />
      {flags["contact-sales-landing-page"] ? (
        <ContactLanding copy={copy} locale={locale} />
      ) : (
        <ContactForm copy={copy} />
      )}
    </>
  );
}
