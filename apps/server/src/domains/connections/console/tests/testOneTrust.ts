import { askService, judgeStatus } from "./askService.ts";
import type { ConnectionTest } from "./connectionTest.ts";

/** Loads the published settings of the domain script, as OneTrust's script does first. */
export const testOneTrust: ConnectionTest<"onetrust"> = ({ settings: { domainScript }, policy }) => {
  const id = encodeURIComponent(domainScript);
  return askService({
    url: `https://cdn.cookielaw.org/consent/${id}/${id}.json`,
    policy,
    judge: (status) =>
      status === 404
        ? "OneTrust hasn't published a script with this ID (404). Check the ID, and publish the script there."
        : judgeStatus(status),
  });
};
