import { defineConnection, ListField, UrlField } from "./connectionDefinition.schema.ts";

/** Visitors who are already customers. */
export const CUSTOMERS = defineConnection({
  title: "Known customers",
  purpose:
    "Offers “Log in” to your customers instead of sign-up, and leaves them out of traffic and experiments.",
  dataFlow: [
    "Nothing is sent. The server compares the workspace and email address in the visitor's cookies with these lists.",
  ],
  consent: null,
  settings: {
    groupIds: ListField({
      title: "Workspaces",
      description: "One workspace ID per line, as your product stores it in the analytics group ID.",
      pattern: "[^\\s\\x00-\\x1f\\x7f]{1,200}",
      maxItems: 500,
      problem: "Enter up to 500 workspace IDs without spaces, one per line.",
    }),
    domains: ListField({
      title: "Company domains",
      description: "One domain per line, such as acme.example. Subdomains are included.",
      pattern: "[A-Za-z0-9-]{1,63}(?:\\.[A-Za-z0-9-]{1,63}){1,10}",
      maxItems: 500,
      problem: "Enter up to 500 domains such as acme.example, one per line.",
    }),
    loginUrl: UrlField({
      title: "Log-in URL",
      description:
        "Where “Log in” leads. Leave empty to use the one in content/brand.json or, if there is none, the page content/pages/*/login.md.",
      isOptional: true,
      problem: "Enter the URL of your product's log-in page.",
      example: "https://app.example.com/login",
    }),
  },
  secrets: {},
  problem: ({ groupIds, domains, loginUrl }) =>
    groupIds.length + domains.length > 0 || loginUrl !== ""
      ? null
      : "Enter a workspace, a domain or a log-in URL.",
});
