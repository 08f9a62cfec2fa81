import { ONE_MINUTE, ONE_SECOND, RECORDING_SETTINGS_PATH, type RecordingSettings } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { allowOrigin } from "../http/allowOrigin.ts";
import { amplitudeConfigurationOf } from "./amplitudeConfiguration.ts";
import { remoteConfigurationOf } from "./remoteConfiguration.ts";
import type { Recording } from "./startRecordingSettings.ts";

interface RecordingRoutesOptions {
  recording: Pick<Recording, "settings">;
  writeKey: string;
  /** Other origins whose pages may ask. */
  allowedOrigins: readonly string[];
}

/** A change reaches visitors within so long. */
const CACHE_CONTROL = `public, max-age=${ONE_MINUTE / ONE_SECOND}`;
/**
 * What Datadog's client has as `remoteConfigurationProxy`, followed by the application's id and `.json` (as its own address ends), and
 * Amplitude's as `configServerUrl`, to which it adds its key.
 */
const REMOTE_CONFIGURATION_PATH = "/v1/remote-configuration";
const UNKNOWN =
  "There is no remote configuration of this name: use the application id of the recording's settings and .json, or WRITE_KEY's value.";

/** What recorders and monitoring ask for before they begin. */
export function recordingRoutes({ recording, writeKey, allowedOrigins }: RecordingRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    scope.addHook("onRequest", async (request, reply) => allowOrigin(request, reply, allowedOrigins));
    scope.get(RECORDING_SETTINGS_PATH, (_request, reply) =>
      reply.header("cache-control", CACHE_CONTROL).send(recording.settings()),
    );
    scope.get<{ Params: { name: string } }>(`${REMOTE_CONFIGURATION_PATH}/:name`, (request, reply) => {
      const configuration = configurationOf(request.params.name, recording.settings(), writeKey);
      if (configuration) return reply.header("cache-control", CACHE_CONTROL).send(configuration);
      return reply.status(404).header("cache-control", "no-store").send({ success: false, message: UNKNOWN });
    });
  };
}

function configurationOf(name: string, settings: RecordingSettings, writeKey: string): object | null {
  if (settings.applicationId !== "" && name === `${settings.applicationId}.json`)
    return remoteConfigurationOf(settings);
  return name === writeKey ? amplitudeConfigurationOf(settings) : null;
}
