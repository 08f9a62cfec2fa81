import { personalizationTool } from "@marquee/contract/schema";
import { askService } from "./askService.ts";
import type { ConnectionTest } from "./connectionTest.ts";

/** Loads the script that visitors' browsers would load. */
export const testPersonalization: ConnectionTest<"personalization"> = ({ settings, policy }) =>
  askService({ url: personalizationTool(settings).scriptUrl, policy, maxBytes: 5 * 1024 ** 2 });
