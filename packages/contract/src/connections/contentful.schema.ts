import { defineConnection, SecretField, TextField, UrlField } from "./connectionDefinition.schema.ts";

const ID = "[A-Za-z0-9_.-]{1,64}";

/** Pages from a Contentful space. */
export const CONTENTFUL = defineConnection({
  title: "Contentful",
  purpose: "Publishes pages that editors write in a Contentful space, beside those of the content folder.",
  dataFlow: [
    "Every minute this server asks Contentful for the entries of one content type. It sends the access token and nothing else.",
    "Visitors never reach Contentful: pages and images are served from here.",
  ],
  consent: null,
  settings: {
    spaceId: TextField({
      title: "Space ID",
      description: "In Contentful under Settings, General settings.",
      pattern: ID,
      problem: "Use the ID of the space: letters, digits, dots and dashes.",
      example: "cfexampleapi",
    }),
    environment: TextField({
      title: "Environment",
      pattern: ID,
      default: "master",
      problem: "Use the ID of an environment, such as master.",
    }),
    contentType: TextField({
      title: "Content type",
      description: "Entries need the fields slug, title, description, and body or markdown.",
      pattern: ID,
      default: "page",
      problem: "Use the ID of a content type, such as page.",
    }),
    origin: UrlField({
      title: "API",
      description: "Spaces in the EU use https://cdn.eu.contentful.com.",
      default: "https://cdn.contentful.com",
      problem: "Use the URL of the Content Delivery API, such as https://cdn.contentful.com.",
    }),
  },
  secrets: {
    accessToken: SecretField({
      title: "Access token",
      description: "A token of the Content Delivery API, which can read published entries only.",
      pattern: "[\\w-]+",
      problem: "Use a token of the Content Delivery API: letters, digits and dashes.",
    }),
  },
  destination: ["origin"],
});
