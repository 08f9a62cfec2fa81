import { askService, judgeStatus } from "./askService.ts";
import type { ConnectionTest } from "./connectionTest.ts";

/** Loads the script that visitors' browsers would load. Google answers unknown IDs with an error. */
export const testGoogleTag: ConnectionTest<"google-tag"> = ({ settings, policy }) => {
  const [id = ""] = [...settings.analyticsIds, ...settings.advertisingIds];
  return askService({
    url: `${settings.server}/gtag/js?id=${encodeURIComponent(id)}`,
    policy,
    judge: (status) =>
      status === 404 ? `The tag server doesn't recognize ${id} (404).` : judgeStatus(status),
  });
};
