import { askService, judgeStatus } from "./askService.ts";
import type { ConnectionTest } from "./connectionTest.ts";

/** Asks for one entry of the content type. */
export const testContentful: ConnectionTest<"contentful"> = ({ settings, secrets, policy }) => {
  const { origin, spaceId, environment, contentType } = settings;
  const path = `/spaces/${encodeURIComponent(spaceId)}/environments/${encodeURIComponent(environment)}/entries`;
  return askService({
    url: `${origin}${path}?content_type=${encodeURIComponent(contentType)}&limit=1`,
    policy,
    headers: { authorization: `Bearer ${secrets.accessToken}`, accept: "application/json" },
    secrets: [secrets.accessToken],
    judge: (status) =>
      status === 400 ? "The service responded with 400. Check the content type." : judgeStatus(status),
  });
};
