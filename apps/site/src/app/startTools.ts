import type { Measure } from "@marquee/measure";
import type { readSettings } from "../site/settings.ts";
import { followSignIn } from "./followSignIn.ts";

/**
 * Starts tools that only some sites have connected: OneTrust instead of the own consent dialog, and tools that run in the
 * page.
 */
export function startTools(
  measure: Measure,
  { consentProvider, tools }: ReturnType<typeof readSettings>,
): void {
  if (!followSignIn()) return;
  if (consentProvider.name === "onetrust")
    import("@marquee/measure/oneTrust").then(
      ({ startOneTrust }) => {
        measure.openConsent = startOneTrust(measure.consent).open;
      },
      () => undefined,
    );
  if (tools)
    import("@marquee/measure/pageTools").then(
      ({ startPageTools }) => startPageTools({ tools, consent: measure.consent }),
      () => undefined,
    );
}
