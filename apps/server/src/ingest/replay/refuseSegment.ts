import { RejectedRequest } from "../rejectedRequest.ts";

/** 400 for an invalid segment or batch. */
export function invalid(message: string): RejectedRequest {
  return new RejectedRequest({ statusCode: 400, reason: "invalid_member", message });
}

/** 413 for a segment or batch that exceeds a limit. */
export function tooLarge(message: string): RejectedRequest {
  return new RejectedRequest({ statusCode: 413, reason: "too_large", message });
}

/** Limit for one segment, because even tiny events take time to read. Half a minute of recording has hundreds, at most a few thousand. */
export const MAX_EVENTS = 100_000;

export function tooManyEvents(): RejectedRequest {
  return tooLarge(`The segment exceeds ${MAX_EVENTS} events. Send the rest in further segments.`);
}

/** 400 with a fixed message, because the error messages of `JSON.parse` quote the surrounding text. */
export function badJson(): RejectedRequest {
  return new RejectedRequest({
    statusCode: 400,
    reason: "bad_json",
    message: "The body must be a JSON object with the members version and events.",
  });
}
