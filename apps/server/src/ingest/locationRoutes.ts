import { type CallerLocation, LOCATION_LIFETIME, LOCATION_PATH, ONE_SECOND } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { type AllowedOrigins, allowOrigin } from "../platform/http/origin.ts";
import type { Countries } from "../platform/visitor/countries.ts";

interface LocationRoutesOptions {
  countries: Countries;
  /** Other origins whose pages may read the location. */
  allowedOrigins: AllowedOrigins;
}

/** Each browser caches its own response for a day; shared caches must not. */
const CACHE_CONTROL = `private, max-age=${LOCATION_LIFETIME / ONE_SECOND}`;

/** `GET /location`: the country of the caller's IP address (specification, section 7). The address is neither stored nor logged. */
export function locationRoutes({ countries, allowedOrigins }: LocationRoutesOptions) {
  const names = new Intl.DisplayNames("en", { type: "region" });
  return async (scope: FastifyInstance): Promise<void> => {
    scope.addHook("onRequest", async (request, reply) => allowOrigin(request, reply, allowedOrigins));
    scope.get(LOCATION_PATH, async ({ ip }, reply): Promise<CallerLocation> => {
      const code = countries.codeOf(ip);
      reply.header("cache-control", CACHE_CONTROL);
      return { country_name: code && (names.of(code) ?? ""), country_code: code };
    });
  };
}
