import { defineConnection, SecretField } from "./connectionDefinition.schema.ts";

/** Updates about leads from a CRM or scheduler. */
export const LEAD_UPDATES = defineConnection({
  title: "Lead updates",
  purpose: "Receives the status and value of leads from your CRM, and booked meetings from your scheduler.",
  dataFlow: [
    "Nothing is sent. Your CRM or scheduler posts to /hooks/leads on this server, and requests that are not signed with your secret are rejected.",
    "Cal.com's meetings are accepted as sent: add this URL and secret as a webhook there. Other tools send the JSON in docs/connections.md.",
  ],
  consent: null,
  settings: {},
  secrets: {
    secret: SecretField({
      title: "Signing secret",
      description: "At least 16 characters. The sender needs the same one.",
      pattern: ".{16,500}",
      problem: "Use at least 16 characters.",
    }),
  },
});
