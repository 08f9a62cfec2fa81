import {
  ANONYMOUS_ID_COOKIE,
  type KeptParameters,
  type Locale,
  localeOfPath,
  ONE_DAY,
  ONE_SECOND,
  pathOf,
  redactUrl,
  VARIATIONS_COOKIE,
} from "@marquee/contract";
import { parseCookie } from "cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FixedSettings } from "../../../platform/config/siteSettings.ts";
import { type ClientType, createClientTypes, type ProtocolKeys } from "../../../platform/http/clientTypes.ts";
import { consentStateOf } from "../../../platform/visitor/consentState.ts";
import type { Countries } from "../../../platform/visitor/countries.ts";
import { redactAttributes } from "../../../platform/visitor/redactAttributes.ts";
import {
  createVariationsCookie,
  formatVariationsCookie,
  parseVariationsCookie,
  type StickyAssignments,
} from "../../../platform/visitor/variationsCookie.ts";
import { translateBanner } from "../bannerFlag.ts";
import type { FindPage } from "../siteFlagValues.ts";
import type { Flags } from "../startFlags.ts";
import { checkEvalRequest, type EvalRequest } from "./evalRequest.ts";
import { evaluateForClient } from "./evaluateForClient.ts";
import { refuse, refuseKey, registerEvalErrors } from "./protocolError.ts";
import { createFeaturesSender } from "./sendFeatures.ts";
import { createStreamHub } from "./streamHub.ts";

const HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "x-sse-support, etag",
  "x-sse-support": "enabled",
};

const PREFLIGHT_HEADERS = {
  "access-control-allow-methods": "GET, POST",
  "access-control-allow-headers": "authorization, cache-control, content-type, if-none-match, last-event-id",
  "access-control-max-age": String(ONE_DAY / ONE_SECOND),
};

export interface ProtocolOptions extends ProtocolKeys {
  flags: Pick<Flags, "current" | "running" | "banner" | "onChange">;
  countries: Pick<Countries, "codeOf">;
  findPage: FindPage;
  keptParameters: KeptParameters;
  /** Whether holders of the public key get rules, not only the values for unknown visitors. */
  areRulesPublic: boolean;
  /** Scope of the cookie with our own visitors' assignments. */
  settings: Pick<FixedSettings, "publicUrl" | "cookieDomain">;
}

type Keyed = { Params: { key: string } };

const FEATURES = "/api/features/:key";
const EVAL = "/api/eval/:key";
const STREAM = "/sub/:key";
const BODY_LIMIT = 32 * 1024;

/**
 * Routes of GrowthBook's protocol: payloads, remote evaluation, and a stream of changes. Rules reveal experiments and their targeting, so only the holder of
 * `SERVER_KEY` gets them unless configured otherwise.
 */
export function protocolRoutes(options: ProtocolOptions) {
  const { flags, countries, findPage, keptParameters, areRulesPublic, settings, ...keys } = options;
  const holderOf = createClientTypes(keys);
  const keepVariations = createVariationsCookie(settings);
  const sendFeatures = createFeaturesSender(flags.current, areRulesPublic);
  const withHolder =
    <Route extends Keyed>(
      use: (request: FastifyRequest<Route>, reply: FastifyReply, holder: ClientType) => unknown,
    ) =>
    async (request: FastifyRequest<Route>, reply: FastifyReply) => {
      const holder = holderOf((request.params as Keyed["Params"]).key);
      return holder ? use(request, reply, holder) : refuseKey(reply);
    };
  const evaluate = ({
    body,
    headers,
    ip,
  }: Pick<FastifyRequest<{ Body: EvalRequest }>, "body" | "headers" | "ip">) => {
    const { attributes = {}, forcedVariations, forcedFeatures, url } = body;
    const country = attributes.country ?? countries.codeOf(ip);
    const evaluation = flags
      .current()
      .evaluate({
        attributes: { ...redactAttributes(attributes, keptParameters), ...(country !== "" && { country }) },
        sticky: stickyOf(headers.cookie, attributes.id),
        forcedVariations,
        forcedFeatures: forcedFeatures && new Map(forcedFeatures),
        url: url && redactUrl(url, keptParameters),
      });
    const banner = flags.banner(localeOf(attributes.url ?? url));
    return {
      features: evaluateForClient(translateBanner(evaluation, banner), flags.running(), findPage),
      cookie: isOwnVisitor(headers.cookie, attributes.id)
        ? changedCookie(headers.cookie, evaluation.sticky)
        : null,
    };
  };

  return async (scope: FastifyInstance): Promise<void> => {
    const hub = createStreamHub(flags);
    scope.addHook("preClose", async () => hub.stop());
    allowAnyOrigin(scope, [FEATURES, EVAL, STREAM]);
    registerEvalErrors(scope);
    scope.removeContentTypeParser("text/plain");
    scope.get<Keyed>(
      FEATURES,
      withHolder((request, reply, holder) => sendFeatures(request, reply, holder)),
    );
    scope.post<Keyed & { Body: EvalRequest }>(
      EVAL,
      { bodyLimit: BODY_LIMIT, schema: { body: {} }, validatorCompiler: () => checkEvalRequest },
      withHolder((request, reply) => {
        const { status, dateUpdated } = { status: 200, dateUpdated: flags.current().updatedAt };
        const { features, cookie } = evaluate(request);
        if (cookie !== null) reply.header("set-cookie", keepVariations(cookie));
        return reply.header("cache-control", "no-store").send({ status, features, dateUpdated });
      }),
    );
    scope.get<Keyed>(
      STREAM,
      { exposeHeadRoute: false },
      withHolder((request, reply, holder) => {
        const outcome = hub.join(request, reply, holder);
        if (outcome === "joined") return reply;
        reply.header("retry-after", "10");
        if (outcome === "full") return refuse(reply, 503, "Too many open streams. Try again later.");
        return refuse(reply, 429, "Too many open streams from this network. Try again later.");
      }),
    );
  };
}

/** The language of the page that a visitor's SDK is on, by its address. */
function localeOf(url: unknown): Locale {
  return localeOfPath(typeof url === "string" ? pathOf(url) : "/");
}

/** Earlier assignments of visitors to our own pages. Pages of other origins send no cookies. */
function stickyOf(header: string | undefined, id: unknown): StickyAssignments {
  const { [VARIATIONS_COOKIE]: variations } = parseCookie(header ?? "");
  return isOwnVisitor(header, id) ? parseVariationsCookie(variations) : {};
}

/** Whether a visitor to our own pages requests their own ID and has not denied consent. Only measured visitors have the ID cookie. */
function isOwnVisitor(header: string | undefined, id: unknown): boolean {
  const { [ANONYMOUS_ID_COOKIE]: anonymousId } = parseCookie(header ?? "");
  return anonymousId !== undefined && id === anonymousId && consentStateOf(header) !== "denied";
}

/** The new value of the variations cookie; null if it is unchanged. */
function changedCookie(header: string | undefined, sticky: StickyAssignments): string | null {
  const text = formatVariationsCookie(sticky);
  return text === (parseCookie(header ?? "")[VARIATIONS_COOKIE] ?? "") ? null : text;
}

/**
 * Allows any origin, without cookies. The client key is public and a response depends only on the attributes
 * in the request, so checking origins would protect nothing. `ALLOWED_ORIGINS` is for pages that send events.
 */
function allowAnyOrigin(scope: FastifyInstance, paths: readonly string[]): void {
  scope.addHook("onRequest", async (_request, reply) => void reply.headers(HEADERS));
  for (const path of paths)
    scope.options(path, (_request, reply) => reply.status(204).headers(PREFLIGHT_HEADERS).send());
}
