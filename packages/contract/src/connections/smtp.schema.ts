import Type from "typebox";
import {
  ChoiceField,
  defineConnection,
  ListField,
  NumberField,
  SecretField,
  TextField,
} from "./connectionDefinition.schema.ts";

/** Anchored, so that it takes linear time on any text. */
const ADDRESS = '^[^\\s@<>,;:"\\\\]+@[^\\s@<>,;:"\\\\.]+(?:\\.[^\\s@<>,;:"\\\\.]+)+$';

/** Email through the company's own mail server. */
export const SMTP = defineConnection({
  title: "Email (SMTP)",
  purpose: "Sends password reset links, alarms, the weekly digest, and a notification for each new lead.",
  dataFlow: [
    "Your mail server gets each email and the address of its recipient, who is someone with access to this console, on the list below, or a recipient of an alert.",
    "A notification has the form, the domain of the lead's email address, the company size, the language, the page and a link. Names, email addresses and messages of leads are not sent.",
  ],
  consent: null,
  settings: {
    host: TextField({
      title: "Server",
      pattern: "[A-Za-z0-9.-]{1,253}|\\[?[0-9A-Fa-f:.]{2,45}\\]?",
      problem: "Enter the host name of your mail server.",
      example: "smtp.example.com",
    }),
    port: NumberField({
      title: "Port",
      default: 465,
      minimum: 1,
      maximum: 65_535,
      problem: "Use a port from 1 to 65535, usually 465 or 587.",
    }),
    security: ChoiceField(
      {
        tls: "TLS (usually port 465)",
        starttls: "STARTTLS (usually port 587)",
        none: "None (only for a server on this machine)",
      },
      { title: "Encryption", problem: "Use TLS, STARTTLS, or none on this machine." },
    ),
    user: TextField({
      title: "User name",
      description: "Leave empty if the server needs no sign-in.",
      pattern: "[^\\x00-\\x1f\\x7f]*",
      problem: "Leave out control characters.",
    }),
    from: TextField({
      title: "Sender address",
      pattern: ADDRESS,
      problem: "Enter an email address that your server may send from.",
      example: "website@example.com",
    }),
    fromName: TextField({
      title: "Sender name",
      pattern: "[^\\x00-\\x1f\\x7f]{0,100}",
      problem: "Use at most 100 characters.",
      example: "Example website",
    }),
    leadRecipients: ListField({
      title: "Notify about new leads",
      description: "One email address per line. Leave empty for no notifications.",
      pattern: ADDRESS,
      maxItems: 20,
      problem: "Enter up to 20 email addresses, one per line.",
    }),
  },
  secrets: {
    password: Type.Optional(
      SecretField({
        title: "Password",
        description: "Often a separate app password.",
        pattern: "[^\\x00-\\x1f\\x7f]{1,1000}",
        problem: "Leave out control characters.",
      }),
    ),
  },
  destination: ["host", "port", "security", "user"],
});
