import type { ConnectionKind } from "@marquee/contract/schema";
import type { Config } from "../config/config.ts";

/** A connection that the environment sets. */
export interface EnvironmentConnection {
  settings: Record<string, unknown>;
  secrets: Record<string, string>;
  /** Names of the variables. */
  variables: readonly string[];
}

export type EnvironmentConnections = Partial<Record<ConnectionKind, EnvironmentConnection>>;

/** The connections that operators set in the environment, as before the console could. */
export function environmentConnections({ contentful }: Pick<Config, "contentful">): EnvironmentConnections {
  return {
    ...(contentful && { contentful: contentfulOf(contentful) }),
  };
}

function contentfulOf({ accessToken, ...settings }: NonNullable<Config["contentful"]>): EnvironmentConnection {
  return {
    settings,
    secrets: { accessToken },
    variables: ["CONTENTFUL_SPACE_ID", "CONTENTFUL_ACCESS_TOKEN"],
  };
}
