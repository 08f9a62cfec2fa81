import {
  CONSENT_TEXTS_PATH,
  type ConsentTexts,
  cutText,
  isMeasuredByRegion,
  isPrivacyRestricted,
  ONE_MINUTE,
  ONE_SECOND,
  type SiteContent,
  SNIPPET_SETTINGS_PATH,
  type SnippetSettings,
} from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import type { FollowedTools } from "../../domains/connections/siteTools.ts";
import type { Followed } from "../../domains/content/followContent.ts";
import type { IngestBudgets } from "../../ingest/budgets/ingestBudgets.ts";
import { A_REJECTION } from "../../ingest/collectedRequest.ts";
import { hostNotAllowed } from "../../ingest/hostNotAllowed.ts";
import type { Rejections } from "../../ingest/rejections.ts";
import type { Config } from "../../platform/config/config.ts";
import { type AllowedOrigins, allowOrigin, isForeignPage } from "../../platform/http/origin.ts";
import type { Countries } from "../../platform/visitor/countries.ts";
import { hasPrivacyControl } from "../../platform/visitor/visitor.ts";
import { consentTexts } from "./consentTexts.ts";

interface SnippetRoutesOptions {
  config: Pick<Config, "publicUrl" | "writeKey" | "cookieDomain" | "consent">;
  tools: Pick<FollowedTools, "current">;
  siteContent: Pick<Followed<SiteContent>, "values">;
  countries: Pick<Countries, "codeOf">;
  allowedOrigins: AllowedOrigins;
  rejections: Pick<Rejections, "record">;
  budgets: Pick<IngestBudgets, "admit">;
}

const MAX_AGE = (5 * ONE_MINUTE) / ONE_SECOND;
const MAX_LANGUAGE_LENGTH = 100;

/**
 * Data that the script on a page of another host requests before it starts: settings, and the consent dialog if it needs one. Reads no cookies. A
 * page that is not allowed gets 403, which is counted and stored within the budget of its network, so that it measures nothing and shows no
 * dialog.
 */
export function snippetRoutes(options: SnippetRoutesOptions) {
  const { config, tools: followed, siteContent, countries, allowedOrigins, rejections, budgets } = options;
  const { publicUrl, writeKey, cookieDomain } = config;
  const { consentDefault } = config.consent;
  return async (scope: FastifyInstance): Promise<void> => {
    scope.addHook("onRequest", async (request, reply) => {
      allowOrigin(request, reply, allowedOrigins);
      if (!isForeignPage(request, allowedOrigins)) return;
      const { reason, message, statusCode } = hostNotAllowed(request.headers.origin);
      budgets.admit(request, "events").count(A_REJECTION);
      rejections.record({ reason, detail: message, bytes: 0 });
      return reply.status(statusCode).send({ success: false, message });
    });

    scope.get(SNIPPET_SETTINGS_PATH, (request, reply): SnippetSettings => {
      const isRestricted = hasPrivacyControl(request) || isPrivacyRestricted(countries.codeOf(request.ip));
      const { consentProvider, tools } = followed.current().settings;
      // Private, because it depends on the visitor's region.
      reply.header("cache-control", `private, max-age=${MAX_AGE}`);
      return {
        writeKey,
        cookieDomain: cookieDomain?.replace(/^\./, "") ?? null,
        isGrantedByRegion: isMeasuredByRegion({ consentDefault, isPrivacyRestricted: isRestricted }),
        consentProvider: consentProvider.name,
        gtagId: tools?.googleTag?.analyticsIds[0] ?? null,
      };
    });

    scope.get<{ Querystring: { lang?: unknown } }>(CONSENT_TEXTS_PATH, ({ query }, reply): ConsentTexts => {
      reply.header("cache-control", `public, max-age=${MAX_AGE}`);
      const language = typeof query.lang === "string" ? cutText(query.lang, MAX_LANGUAGE_LENGTH) : "";
      const { recipients } = followed.current().settings;
      return consentTexts({ content: siteContent.values(), language, publicUrl, recipients });
    });
  };
}
