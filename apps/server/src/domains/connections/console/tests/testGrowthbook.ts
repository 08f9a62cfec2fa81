import { errorMessage } from "../../../../platform/errors/errorMessage.ts";
import { parseRemotePayload } from "../../../flags/remote/remotePayload.ts";
import { featuresUrl } from "../../../flags/remote/startRemoteFeatures.ts";
import { askService, judgeStatus } from "./askService.ts";
import type { ConnectionTest } from "./connectionTest.ts";

/** Loads the features of the SDK connection. */
export const testGrowthbook: ConnectionTest<"growthbook"> = ({ settings, policy }) =>
  askService({
    url: featuresUrl(settings),
    policy,
    headers: { accept: "application/json" },
    maxBytes: 5 * 1024 ** 2,
    judge: (status, answer) => judgeStatus(status) ?? problemOf(answer),
  });

/** Why the server could not use the features; null if it can. */
function problemOf(answer: string): string | null {
  try {
    parseRemotePayload(answer);
    return null;
  } catch (error) {
    return `The features cannot be used: ${errorMessage(error)}.`;
  }
}
