import type { ConnectionKind } from "@marquee/contract/schema";
import type { Config } from "../../platform/config/config.ts";

/** A connection that the environment sets. */
export interface EnvironmentConnection {
  settings: Record<string, unknown>;
  secrets: Record<string, string>;
  /** Names of the variables. */
  variables: readonly string[];
}

export type EnvironmentConnections = Partial<Record<ConnectionKind, EnvironmentConnection>>;

/** The connections that operators set in the environment, as was the only way before the console. */
export function environmentConnections(
  config: Pick<Config, "consent" | "contentful" | "customers" | "growthbook" | "gtagId" | "leadsWebhook">,
): EnvironmentConnections {
  const { consent, contentful, customers, growthbook, gtagId, leadsWebhook } = config;
  const { consentProvider } = consent;
  return {
    ...(gtagId && { "google-tag": googleTagOf(gtagId) }),
    ...(consentProvider.name === "onetrust" && {
      onetrust: {
        settings: { domainScript: consentProvider.domainScript },
        secrets: {},
        variables: ["CONSENT_PROVIDER", "ONETRUST_DOMAIN_SCRIPT"],
      },
    }),
    ...(growthbook && {
      growthbook: {
        settings: { ...growthbook },
        secrets: {},
        variables: ["GROWTHBOOK_API_HOST", "GROWTHBOOK_CLIENT_KEY"],
      },
    }),
    ...(contentful && { contentful: contentfulOf(contentful) }),
    ...(leadsWebhook && { "lead-webhook": leadWebhookOf(leadsWebhook) }),
    ...(customers.groupIds.length + customers.domains.length > 0 && {
      customers: {
        settings: { ...customers, loginUrl: "" },
        secrets: {},
        variables: ["CUSTOMER_GROUPS", "CUSTOMER_DOMAINS"],
      },
    }),
  };
}

function googleTagOf(gtagId: string): EnvironmentConnection {
  const settings = { analyticsIds: [gtagId], advertisingIds: [], server: "https://www.googletagmanager.com" };
  return { settings, secrets: {}, variables: ["GTAG_ID"] };
}

function contentfulOf({
  accessToken,
  ...settings
}: NonNullable<Config["contentful"]>): EnvironmentConnection {
  return {
    settings,
    secrets: { accessToken },
    variables: ["CONTENTFUL_SPACE_ID", "CONTENTFUL_ACCESS_TOKEN"],
  };
}

function leadWebhookOf({ url, secret }: NonNullable<Config["leadsWebhook"]>): EnvironmentConnection {
  return { settings: { url }, secrets: { secret }, variables: ["LEADS_WEBHOOK_URL", "LEADS_WEBHOOK_SECRET"] };
}
