import { type BrowserTools, CONSENT_GROUPS, type ConsentGroup, type Timestamp } from "@marquee/contract";
import { monitor } from "../browser/monitor.ts";
import type { Consent } from "../consent/consent.ts";
import { createGoogleTagLoader } from "./googleTagLoader.ts";
import type { PageTool } from "./pageTool.ts";
import { createPersonalizationLoader } from "./personalizationLoader.ts";
import { createScriptPolicy, type LoadScript } from "./scriptPolicy.ts";

interface PageToolsOptions {
  tools: BrowserTools;
  consent: Pick<Consent, "isGranted" | "decision" | "subscribe">;
  /** Domain of first-party cookies; null for the host itself. */
}

interface ConnectedTool {
  since: Timestamp;
  /** The tool runs while one of these groups is granted. */
  needs: readonly ConsentGroup[];
  tool: PageTool;
}

/**
 * Loads the connected tools once the visitor has granted their group, and ends them on withdrawal. Nothing is loaded or defined before. A decision
 * made before a tool was connected does not apply to it, because the dialog did not list it.
 * @returns a function that stops following the visitor's decisions.
 */
export function startPageTools({ tools, consent }: PageToolsOptions): () => void {
  const load = createScriptPolicy(tools.scriptOrigins);
  const all = toolsOf(tools, load);
  const running = new Set<PageTool>();
  const follow = monitor(() => {
    for (const { since, needs, tool } of all) {
      // Without a decision, the site's default for the region applies.
      const isInformed = (consent.decision()?.decidedAt ?? since) >= since;
      if (isInformed && needs.some(consent.isGranted)) {
        running.add(tool);
        tool.allow(consent.isGranted);
      } else if (running.delete(tool)) tool.withdraw();
    }
  });
  follow();
  return consent.subscribe(follow);
}

function toolsOf({ googleTag, personalization }: BrowserTools, load: LoadScript): ConnectedTool[] {
  const { analytics, marketing } = CONSENT_GROUPS;
  const tools: ConnectedTool[] = [];
  if (googleTag) {
    const { analyticsIds, advertisingIds } = googleTag;
    const needs = [
      ...(analyticsIds.length > 0 ? [analytics] : []),
      ...(advertisingIds.length > 0 ? [marketing] : []),
    ];
    const { since } = googleTag;
    tools.push({ since, needs, tool: createGoogleTagLoader({ ...googleTag, load }) });
  }
  if (personalization)
    tools.push({
      since: personalization.since,
      needs: [analytics],
      tool: createPersonalizationLoader({ ...personalization, load }),
    });
  return tools;
}
