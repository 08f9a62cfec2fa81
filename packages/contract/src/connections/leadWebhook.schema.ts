import { defineConnection, SigningSecretField, UrlField } from "./connectionDefinition.schema.ts";

/** Leads for a CRM or any other system. */
export const LEAD_WEBHOOK = defineConnection({
  title: "Lead webhook",
  purpose: "Sends each new lead to your CRM, or to any URL that accepts JSON.",
  dataFlow: [
    "Each lead that does not look like spam is posted to the URL, with everything the visitor wrote. Campaign and referrer are included only with consent to analytics.",
    "Requests are signed with your secret, so that the receiver can reject all others.",
  ],
  consent: null,
  settings: {
    url: UrlField({
      title: "URL",
      problem: "Enter the URL that accepts leads.",
      example: "https://crm.example.com/leads",
    }),
  },
  secrets: { secret: SigningSecretField() },
  destination: ["url"],
});
