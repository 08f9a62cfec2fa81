import type { RumPlugin } from "@datadog/browser-rum-slim";
import type { FilterAddress } from "../privacy/filterAddress.ts";
import { redactAddresses } from "./redactAddresses.ts";

/**
 * Redacts what an error says of its causes, and the stack of components: the client takes no change of either from `beforeSend`. A plugin
 * adds to an event before that; what it says takes the place of what stood there, cause by cause.
 */
export function redactErrors(filterAddress: FilterAddress): RumPlugin {
  return {
    name: "marquee-redact-errors",
    onInit({ registerAssembleEventHook }) {
      registerAssembleEventHook(({ rawRumEvent }) => {
        if (rawRumEvent.type !== "error") return "SKIPPED";
        const { causes, component_stack } = rawRumEvent.error;
        const error = {
          ...(causes && { causes: causes.map((cause) => ({ ...cause })) }),
          ...(component_stack && { component_stack }),
        };
        redactAddresses(error, filterAddress);
        return { type: "error", error };
      });
    },
  };
}
