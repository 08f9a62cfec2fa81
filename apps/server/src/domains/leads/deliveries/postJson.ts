import { cutText, ONE_SECOND } from "@marquee/contract";
import { errorMessage } from "../../../platform/errors/errorMessage.ts";
import type { AddressPolicy } from "../../../platform/http/addressPolicy.ts";
import { type GuardedResponse, guardedRequest } from "../../../platform/http/guardedRequest.ts";
import type { AttemptResult } from "./delivery.types.ts";

/** Maximum length of the displayed part of a response. */
const MAX_ANSWER_LENGTH = 200;

/** The receiver rejects this request for good, or is gone. Other errors may be fixed there or in Connections. */
const FINAL_STATUSES: readonly number[] = [400, 410, 413, 422];

/** A request with a JSON body. */
export interface JsonRequest {
  url: string;
  method: "POST";
  headers: Record<string, string>;
  body: string;
  policy: AddressPolicy;
}

/** Sends a request. Does not follow redirects, because a redirect could lead the data elsewhere. Never throws. */
export async function postJson(request: JsonRequest, signal: AbortSignal): Promise<AttemptResult> {
  try {
    const response = await guardedRequest({ ...request, signal });
    const answer = describe(response);
    if (response.status >= 200 && response.status < 300) return { outcome: "delivered", answer };
    return {
      outcome: "failed",
      error: answer,
      isFinal: FINAL_STATUSES.includes(response.status),
      ...retryAfterOf(response),
    };
  } catch (error) {
    return { outcome: "failed", error: errorMessage(error) };
  }
}

/** The status, and the start of a text response on one line. Other bodies, such as HTML pages, are not useful. */
function describe({ status, headers, body }: GuardedResponse): string {
  const isText = /^(text\/plain|application\/json)\b/.test(headers["content-type"] ?? "");
  const text = isText ? body.toString("utf8", 0, 4 * MAX_ANSWER_LENGTH).replace(/[\s\p{C}]+/gu, " ") : "";
  const start = cutText(text.trim(), MAX_ANSWER_LENGTH);
  return start === "" ? `Responded with ${status}.` : `Responded with ${status}: ${start}`;
}

/** The header in seconds; dates are ignored. */
function retryAfterOf({ headers }: GuardedResponse): { retryAfter?: number } {
  const seconds = headers["retry-after"] ?? "";
  return /^\d{1,6}$/.test(seconds) ? { retryAfter: Number(seconds) * ONE_SECOND } : {};
}
