import { defineConnection, SigningSecretField, UrlField } from "./connectionDefinition.schema.ts";

/** Alarms for an on-call tool or any other system. */
export const ALERT_WEBHOOK = defineConnection({
  title: "Alert webhook",
  purpose: "Sends alarms to your on-call tool, or to any URL that accepts JSON.",
  dataFlow: [
    "Each alarm of an alert that uses the webhook is posted to the URL: what was unusual, since when, and a link to this console. It has no data of individual visitors or leads.",
    "Requests are signed with your secret, so that the receiver can reject all others.",
  ],
  consent: null,
  settings: {
    url: UrlField({
      title: "URL",
      problem: "Enter the URL that accepts alarms.",
      example: "https://alerts.example.com/marquee",
    }),
  },
  secrets: { secret: SigningSecretField() },
  destination: ["url"],
});
