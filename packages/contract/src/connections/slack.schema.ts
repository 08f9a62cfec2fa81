import { defineConnection, SecretField } from "./connectionDefinition.schema.ts";

/** Notifications about leads and alarms in a Slack channel. */
export const SLACK = defineConnection({
  title: "Slack",
  purpose: "Posts a message to a channel for each new lead, and for alarms of alerts that use it.",
  dataFlow: [
    "Slack gets the form, the domain of the email address, the company size, the language, the page, and a link to the lead in this console.",
    "Names, email addresses and messages are not sent. Leads that look like spam are left out.",
    "For an alarm, it gets what was unusual and a link.",
  ],
  consent: null,
  settings: {},
  secrets: {
    url: SecretField({
      title: "Webhook URL",
      description: "In Slack, create an app, turn on incoming webhooks and add one to a channel.",
      pattern: "https://hooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{1,300}",
      problem: "Use the URL of an incoming webhook, which starts with https://hooks.slack.com/services/.",
    }),
  },
});
