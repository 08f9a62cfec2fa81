import type { FollowedTools, SiteTools } from "../domains/connections/siteTools.ts";

/** A site without connected tools. */
export const NO_TOOLS = toolsWith({});

export function toolsWith({ settings, sources = {} }: Partial<SiteTools>): FollowedTools {
  const nothing = { consentProvider: { name: "own" as const }, loginUrl: null, tools: null, recipients: [] };
  const current = { settings: settings ?? nothing, sources, variant: "" as const };
  return { current: () => current, of: () => current, onChange: () => () => undefined };
}
