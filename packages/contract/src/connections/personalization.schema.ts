import { CONSENT_GROUPS } from "../consent/consent.ts";
import type { PersonalizationTool } from "./browserTools.ts";
import { ChoiceField, defineConnection, TextField, UrlField } from "./connectionDefinition.schema.ts";

/**
 * URL of a tool's script for an ID, and the sources that its documentation requires to be allowed (Content Security Policy of Mutiny and
 * Optimizely).
 */
const VENDORS = {
  mutiny: {
    name: "Mutiny",
    scriptOf: (id: string) => `https://client-registry.mutinycdn.com/personalize/client/${id}.js`,
    script: ["https://*.mutinycdn.com"],
    connect: ["https://*.mutinyhq.com", "https://*.mutinyhq.io", "https://*.mutinycdn.com"],
    image: ["https://*.mutinycdn.com"],
  },
  optimizely: {
    name: "Optimizely",
    scriptOf: (id: string) => `https://cdn.optimizely.com/js/${id}.js`,
    script: ["https://*.optimizely.com"],
    connect: ["https://*.optimizely.com"],
    image: ["https://cdn.optimizely.com"],
  },
} as const;

/** A tool that adapts pages to the visitor. */
export const PERSONALIZATION = defineConnection({
  title: "Personalization",
  purpose: "Loads a tool that adapts pages to the visitor, and tells it who is logged in.",
  dataFlow: [
    "Browsers of visitors who consented load the tool's script, which learns their IP address and what they look at.",
    "If a visitor is logged in with a numeric user ID, the tool gets that ID and the visitor's country.",
    "The tool can change texts and styles. Markup and code that it inserts are blocked, because no one here has reviewed them.",
  ],
  consent: CONSENT_GROUPS.analytics,
  settings: {
    vendor: ChoiceField(
      { mutiny: "Mutiny", optimizely: "Optimizely Web", custom: "Another script" },
      { title: "Tool", problem: "Choose a tool from the list." },
    ),
    clientId: TextField({
      title: "Client or project ID",
      description: "For Mutiny or Optimizely: the last part of its script's URL.",
      pattern: "[A-Za-z0-9]{0,64}",
      problem: "Use letters and digits only. Leave it empty for another script.",
    }),
    scriptUrl: UrlField({
      title: "Script",
      description:
        "For another tool. The script defines window.personalization.identify({ id, country_name }).",
      isOptional: true,
      problem: "Use the URL of a script.",
      example: "https://cdn.example.com/personalization.js",
    }),
  },
  secrets: {},
  problem: ({ vendor, clientId, scriptUrl }) => {
    if (vendor === "custom") return scriptUrl === "" ? "Script: Enter the URL of the tool's script." : null;
    return clientId === "" ? "Client or project ID: Enter the tool's ID." : null;
  },
  recipient: ({ vendor, scriptUrl }) =>
    vendor === "custom" ? new URL(scriptUrl).hostname : VENDORS[vendor].name,
  runsScripts: true,
  sources({ vendor, scriptUrl }) {
    if (vendor !== "custom") {
      const { script, connect, image } = VENDORS[vendor];
      return { script, connect, image };
    }
    const { origin } = new URL(scriptUrl);
    return { script: [origin], connect: [origin], image: [origin] };
  },
});

/** The data that a browser needs to load the tool. */
export function personalizationTool({
  vendor,
  clientId,
  scriptUrl,
}: {
  vendor: PersonalizationTool["vendor"];
  clientId: string;
  scriptUrl: string;
}): Omit<PersonalizationTool, "since"> {
  return { vendor, scriptUrl: vendor === "custom" ? scriptUrl : VENDORS[vendor].scriptOf(clientId) };
}
