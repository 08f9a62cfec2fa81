import { ONE_HOUR, type Timestamp } from "@marquee/contract";
import type { ApiKeyScope } from "@marquee/contract/schema";
import type { FastifyRequest } from "fastify";
import { ApiError } from "../../platform/errors/apiError.ts";
import { createRateLimit } from "../../platform/http/rateLimit.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { SecurityLog } from "../accounts/securityLog.ts";
import { type FoundKey, findApiKey } from "./apiKeyStore.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The key that the request was sent with; null outside of APIs with keys. */
    apiKey: FoundKey | null;
  }
}

interface KeyAuthenticationOptions {
  db: RecordsDatabase;
  /** The scope that the key must have. */
  scope: ApiKeyScope;
  /** The same for every reason, so that a response does not tell whether a key exists. */
  refusal: string;
  security: Pick<SecurityLog, "note">;
  now: () => Timestamp;
}

/** Requests of one key in an hour, as in Plausible's Stats API. */
export const MAX_REQUESTS = 600;
/** Failed attempts of one network in ten minutes. Keys can't be guessed, but each attempt costs a query. */
export const MAX_FAILURES = 100;

const OTHER_SCOPE: Record<ApiKeyScope, string> = {
  figures:
    "This key is for content and can't read figures. Create one for figures under API keys in the console.",
  content: "This key is for figures. Create one for content under API keys in the console.",
};

/**
 * Finds the key of a request. The returned function throws {@link ApiError} unauthorized, forbidden for a key
 * of another scope, or too_many_requests.
 */
export function createKeyAuthentication({ db, scope, refusal, security, now }: KeyAuthenticationOptions) {
  const requests = createRateLimit({ now, most: MAX_REQUESTS, window: ONE_HOUR });
  const failures = createRateLimit({ now, most: MAX_FAILURES });
  return async (request: FastifyRequest): Promise<FoundKey> => {
    limit(failures.check(request.ip), "Too many requests with an invalid API key.");
    const key = keyOf(request);
    const apiKey = key === null ? null : await findApiKey(db, key, now());
    if (!apiKey) {
      failures.take(request.ip);
      security.note({ kind: "API key refused", address: request.ip });
      throw new ApiError("unauthorized", refusal);
    }
    limit(requests.take(apiKey.id), `An API key can send ${MAX_REQUESTS} requests an hour.`);
    if (apiKey.scope !== scope) throw new ApiError("forbidden", OTHER_SCOPE[scope]);
    return apiKey;
  };
}

/** The key in the request's only Authorization header (RFC 6750, section 2.1). With several headers, a proxy might have checked another one. */
function keyOf({ headers, raw }: FastifyRequest): string | null {
  const names = raw.rawHeaders.filter((_, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === "authorization").length > 1) return null;
  const [scheme = "", key = "", ...surplus] = (headers.authorization ?? "").split(" ").filter(Boolean);
  return scheme.toLowerCase() === "bearer" && surplus.length === 0 ? key || null : null;
}

/** @param wait seconds until the next request is allowed; null for now. @throws {ApiError} too_many_requests */
function limit(wait: number | null, reason: string): void {
  if (wait === null) return;
  const minutes = Math.ceil(wait / 60);
  throw new ApiError(
    "too_many_requests",
    `${reason} Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
    wait,
  );
}
