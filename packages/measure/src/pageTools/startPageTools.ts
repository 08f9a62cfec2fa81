import { type BrowserTools, CONSENT_GROUPS, type ConsentGroup } from "@marquee/contract";
import { monitor } from "../browser/monitor.ts";
import type { Consent } from "../consent/consent.ts";
import { createGoogleTagLoader } from "./googleTagLoader.ts";
import { createPersonalizationLoader } from "./personalizationLoader.ts";
import { createScriptPolicy, type LoadScript } from "./scriptPolicy.ts";

/** A tool of someone else. Both functions may be called repeatedly. */
export interface PageTool {
  /** Loads the tool, or lets it continue. @param isGranted whether the visitor granted a group. */
  allow(isGranted: (group: ConsentGroup) => boolean): void;
  /** Called when the visitor withdraws everything that the tool needs: stops it as far as it can be, and removes what it stored. */
  withdraw(): void;
}

interface PageToolsOptions {
  tools: BrowserTools;
  consent: Pick<Consent, "isGranted" | "subscribe">;
  /** Domain of first-party cookies; null for the host itself. */
  cookieDomain: string | null;
}

interface ConnectedTool {
  /** The tool runs while one of these groups is granted. */
  needs: readonly ConsentGroup[];
  tool: PageTool;
}

/**
 * Loads the connected tools once the visitor has granted their group, and ends them on withdrawal. Nothing is loaded or defined before.
 * @returns a function that stops following the visitor's decisions.
 */
export function startPageTools({ tools, consent, cookieDomain }: PageToolsOptions): () => void {
  const load = createScriptPolicy(tools.scriptOrigins);
  const all = toolsOf(tools, load, cookieDomain);
  const running = new Set<PageTool>();
  const follow = monitor(() => {
    for (const { needs, tool } of all) {
      const isGranted = needs.some(consent.isGranted);
      if (isGranted) {
        running.add(tool);
        tool.allow(consent.isGranted);
      } else if (running.delete(tool)) tool.withdraw();
    }
  });
  follow();
  return consent.subscribe(follow);
}

function toolsOf(
  { googleTag, personalization }: BrowserTools,
  load: LoadScript,
  cookieDomain: string | null,
): ConnectedTool[] {
  const { analytics, marketing } = CONSENT_GROUPS;
  const tools: ConnectedTool[] = [];
  if (googleTag) {
    const { analyticsIds, advertisingIds } = googleTag;
    const needs = [
      ...(analyticsIds.length > 0 ? [analytics] : []),
      ...(advertisingIds.length > 0 ? [marketing] : []),
    ];
    tools.push({ needs, tool: createGoogleTagLoader({ ...googleTag, load, cookieDomain }) });
  }
  if (personalization)
    tools.push({ needs: [analytics], tool: createPersonalizationLoader({ ...personalization, load }) });
  return tools;
}
