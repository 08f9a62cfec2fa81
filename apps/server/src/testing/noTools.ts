import type { FollowedTools, SiteTools } from "../connections/siteTools.ts";

/** A site without connected tools. */
export const NO_TOOLS = toolsWith({});

export function toolsWith({ settings, sources = {} }: Partial<SiteTools>): FollowedTools {
  const current = {
    settings: settings ?? { consentProvider: { name: "own" as const }, tools: null, recipients: [] },
    sources,
  };
  return { current: () => current, onChange: () => () => undefined };
}
