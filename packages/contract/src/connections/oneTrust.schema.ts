import { defineConnection, TextField } from "./connectionDefinition.schema.ts";

const CDN = "https://cdn.cookielaw.org";

/** OneTrust's consent dialog instead of the built-in one. */
export const ONE_TRUST = defineConnection({
  title: "OneTrust",
  purpose: "Asks visitors for consent with OneTrust's dialog instead of the built-in one.",
  dataFlow: [
    "Every visitor's browser loads OneTrust's script before they decide, and tells OneTrust their IP address, region and decision.",
    "The decision is also kept here, with its receipt.",
    "OneTrust sets inline styles and markup. While it is connected, the pages' Content-Security-Policy allows those.",
  ],
  consent: null,
  settings: {
    domainScript: TextField({
      title: "Domain script ID",
      description: "The value of data-domain-script in OneTrust's script tag. Paste only the ID.",
      pattern: "[\\w-]{1,100}",
      problem: "Use the data-domain-script ID of OneTrust's script tag: letters, digits and dashes.",
      example: "01234567-89ab-cdef-0123-456789abcdef",
    }),
  },
  secrets: {},
  runsScripts: true,
  sources: () => ({
    script: [CDN],
    style: [CDN],
    image: [CDN],
    connect: [CDN, "https://geolocation.onetrust.com", "https://privacyportal.onetrust.com"],
    needsInlineMarkup: true,
  }),
});
