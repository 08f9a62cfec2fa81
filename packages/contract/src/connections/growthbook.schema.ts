import { defineConnection, TextField, UrlField } from "./connectionDefinition.schema.ts";

/** Flags that are managed in GrowthBook. */
export const GROWTHBOOK = defineConnection({
  title: "GrowthBook",
  purpose: "Uses the features of a GrowthBook SDK connection beside the flags of this console.",
  dataFlow: [
    "Every minute this server asks GrowthBook for the features. It sends the client key and nothing else.",
    "Features override flags with the same key. They are evaluated here: GrowthBook learns nothing about visitors, and nothing is written back.",
  ],
  consent: null,
  settings: {
    apiHost: UrlField({
      title: "API host",
      description: "GrowthBook's cloud, or your own installation.",
      default: "https://cdn.growthbook.io",
      problem: "Use the URL of GrowthBook's API, such as https://cdn.growthbook.io.",
    }),
    clientKey: TextField({
      title: "Client key",
      description: "From an SDK connection without encryption. It's public.",
      pattern: "[\\w-]{1,100}",
      problem: "Use the client key of an SDK connection, such as sdk-abc123.",
      example: "sdk-abc123",
    }),
  },
  secrets: {},
});
