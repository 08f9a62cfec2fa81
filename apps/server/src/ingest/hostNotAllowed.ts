import { cutText } from "@marquee/contract";
import { RejectedRequest } from "./rejectedRequest.ts";

const MAX_ORIGIN_LENGTH = 200;

/** The rejection of a page on none of the site's hosts. @param origin as the browser sent it: `null` for files and sandboxed frames. */
export function hostNotAllowed(origin = ""): RejectedRequest {
  const message =
    origin === "null"
      ? "Pages without a host, such as files and sandboxed frames, are not measured."
      : `Pages on ${cutText(origin, MAX_ORIGIN_LENGTH)} are not measured. To allow them, add their host under Site settings in the console.`;
  return new RejectedRequest({ statusCode: 403, reason: "host_not_allowed", message });
}
