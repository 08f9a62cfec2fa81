import type { FastifyInstance } from "fastify";
import { type AllowedOrigins, allowOrigin } from "../platform/http/origin.ts";

interface SettingsRoutesOptions {
  writeKey: string;
  publicUrl: string;
  /** Other origins whose pages may load the settings. */
  allowedOrigins: AllowedOrigins;
}

/** Share of its own metrics that Segment's browser library reports. */
const METRICS_SAMPLE_RATE = 0.1;

/** `GET /v1/projects/{writeKey}/settings`: settings that make `AnalyticsBrowser.load({ writeKey, cdnURL })` send to this server. */
export function settingsRoutes({ writeKey, publicUrl, allowedOrigins }: SettingsRoutesOptions) {
  const settings = buildSettings(writeKey, publicUrl);
  return async (scope: FastifyInstance): Promise<void> => {
    scope.addHook("onRequest", async (request, reply) => allowOrigin(request, reply, allowedOrigins));
    scope.get<{ Params: { writeKey: string } }>("/v1/projects/:writeKey/settings", (request, reply) => {
      if (request.params.writeKey !== writeKey) {
        const message = "Unknown write key. Use the value of WRITE_KEY.";
        return reply.status(404).header("cache-control", "no-store").send({ success: false, message });
      }
      return reply.header("cache-control", "public, max-age=60").send(settings);
    });
  };
}

/** `CDNSettings` of `@segment/analytics-next` with this server as the only destination. */
function buildSettings(writeKey: string, publicUrl: string) {
  const { host, protocol } = new URL(publicUrl);
  const api = { host: `${host}/v1`, protocol: protocol.slice(0, -1) };
  return {
    integrations: {
      "Segment.io": {
        apiKey: writeKey,
        apiHost: api.host,
        protocol: api.protocol,
        unbundledIntegrations: [],
        addBundledMetadata: true,
        maybeBundledConfigIds: {},
        versionSettings: { version: "4.4.7", componentTypes: ["browser"] },
      },
    },
    plan: {},
    edgeFunction: {},
    middlewareSettings: { routingRules: [] },
    enabledMiddleware: {},
    metrics: { sampleRate: METRICS_SAMPLE_RATE, ...api },
    legacyVideoPluginsEnabled: false,
    remotePlugins: [],
  };
}
