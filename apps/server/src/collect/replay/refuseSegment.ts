import { RejectedRequest } from "../rejectedRequest.ts";

/** For a segment or a batch that is not what it should be. */
export function invalid(message: string): RejectedRequest {
  return new RejectedRequest({ statusCode: 400, reason: "invalid_member", message });
}

/** For one that has more than there is room for. */
export function tooLarge(message: string): RejectedRequest {
  return new RejectedRequest({ statusCode: 413, reason: "too_large", message });
}

/** Of one segment. Half a minute of recording has hundreds, at most some thousands; each costs time to read, however few bytes it has. */
export const MAX_EVENTS = 100_000;

export function tooManyEvents(): RejectedRequest {
  return tooLarge(`The segment exceeds ${MAX_EVENTS} events. Send the rest in further segments.`);
}

/** What JSON.parse says of a mistake quotes the text around it; so it is not passed on. */
export function badJson(): RejectedRequest {
  return new RejectedRequest({
    statusCode: 400,
    reason: "bad_json",
    message: "The body must be a JSON object with the members version and events.",
  });
}
