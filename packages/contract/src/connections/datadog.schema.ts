import { CONSENT_GROUPS } from "../consent/consent.ts";
import {
  ChoiceField,
  defineConnection,
  SecretField,
  TextField,
  UrlField,
} from "./connectionDefinition.schema.ts";

/** A copy of RUM data for Datadog. */
export const DATADOG = defineConnection({
  title: "Datadog",
  purpose: "Forwards a copy of the RUM data that is stored here, so that it is in Datadog too.",
  dataFlow: [
    "This server sends Datadog the RUM events that it accepted, after it removed IP addresses and email addresses. Recordings and logs are not sent.",
    "Visitors' browsers send nothing to Datadog, and Datadog sees this server's IP address only.",
    "If Datadog is slow or unavailable, at most 2 MB are queued, and anything beyond that is not copied. Storing it here never waits.",
  ],
  consent: CONSENT_GROUPS.analytics,
  settings: {
    site: ChoiceField(
      {
        "datadoghq.com": "US1 (datadoghq.com)",
        "us3.datadoghq.com": "US3 (us3.datadoghq.com)",
        "us5.datadoghq.com": "US5 (us5.datadoghq.com)",
        "datadoghq.eu": "EU1 (datadoghq.eu)",
        "ap1.datadoghq.com": "AP1 (ap1.datadoghq.com)",
        "ap2.datadoghq.com": "AP2 (ap2.datadoghq.com)",
      },
      {
        title: "Site",
        description: "Where your Datadog account is.",
        problem: "Choose a site from the list.",
      },
    ),
    applicationId: TextField({
      title: "Application ID",
      description: "From the RUM application in Datadog. It replaces the one in the recording settings.",
      pattern: "[0-9a-fA-F-]{36}",
      problem: "Use the ID of a RUM application, such as 01234567-89ab-cdef-0123-456789abcdef.",
    }),
    proxy: UrlField({
      title: "Proxy",
      description: "Leave empty unless requests to Datadog go through your own server.",
      isOptional: true,
      problem: "Use the URL of a server that forwards to Datadog.",
    }),
  },
  secrets: {
    clientToken: SecretField({
      title: "Client token",
      description: "From the RUM application in Datadog.",
      pattern: "[\\w-]{10,100}",
      problem: "Use the client token of a RUM application, such as pub0123456789abcdef.",
    }),
  },
  destination: ["site", "proxy"],
  recipient: () => "Datadog",
});
