import { cutText } from "@marquee/contract";
import type { ConnectionTestResponse } from "@marquee/contract/schema";
import { errorMessage } from "../../../../platform/errors/errorMessage.ts";
import type { AddressPolicy } from "../../../../platform/http/addressPolicy.ts";
import { guardedRequest } from "../../../../platform/http/guardedRequest.ts";

interface Question {
  url: string;
  policy: AddressPolicy;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  maxBytes?: number;
  /** Never shown, even if the service repeats them. */
  secrets?: readonly string[];
  /**
   * The problem of a response as a sentence; null if there is none. By default, any status from 200 to 299 is accepted.
   */
  judge?(status: number, answer: string): string | null;
}

const MAX_SHOWN_LENGTH = 1000;

/** Sends one request to a service, and describes its response or the network error. */
export async function askService(question: Question): Promise<ConnectionTestResponse> {
  const { url, method = "GET", secrets = [], judge = judgeStatus } = question;
  const hide = (text: string) =>
    secrets.reduce((masked, secret) => (secret === "" ? masked : masked.replaceAll(secret, "•••")), text);
  const requestLine = `${method} ${hide(url)}`;
  try {
    const { status, body } = await guardedRequest({ ...question, method });
    const answer = body.toString("utf8");
    const error = judge(status, answer);
    return {
      isWorking: error === null,
      asked: requestLine,
      status,
      answer: cutText(hide(answer), MAX_SHOWN_LENGTH),
      error,
    };
  } catch (error) {
    return {
      isWorking: false,
      asked: requestLine,
      status: null,
      answer: "",
      error: hide(errorMessage(error)),
    };
  }
}

export function judgeStatus(status: number): string | null {
  if (status >= 300 && status < 400) return `The service redirects (${status}). Enter the final address.`;
  return status >= 200 && status < 300 ? null : `The service responded with ${status}.`;
}
