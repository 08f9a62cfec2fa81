import {
  INTERACTION_MIN_INTERVAL,
  type MaskingLevel,
  ONE_MINUTE,
  ONE_SECOND,
  RECORDING_SETTINGS_PATH,
  type RecordingSettings,
} from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { type AllowedOrigins, allowOrigin } from "../../../platform/http/origin.ts";
import type { Recording } from "./startRecordingSettings.ts";

/** The configuration that Amplitude's session-replay client reads (its `config/types.d.ts`). */
interface AmplitudeConfiguration {
  configs: {
    sessionReplay: {
      sr_sampling_config: { capture_enabled: boolean; sample_rate: number };
      sr_privacy_config: { defaultMaskLevel: "medium" | "conservative"; blockSelector: string[] };
      sr_interaction_config: {
        enabled: boolean;
        batch: boolean;
        trackEveryNms: number;
        ugcFilterRules: { selector: string; replacement: string }[];
      };
    };
  };
}

/** Amplitude's names for our masking levels: `medium` masks all inputs. */
const MASKING: Record<MaskingLevel, "medium" | "conservative"> = {
  "mask-user-input": "medium",
  conservative: "conservative",
};

/** The configuration that Datadog's browser client reads (browser-rum-core, `remoteConfiguration.types.ts`). */
interface RemoteConfiguration {
  rum: {
    applicationId: string;
    sessionSampleRate: number;
    sessionReplaySampleRate: number;
    defaultPrivacyLevel: "mask" | "mask-user-input";
    trackUserInteractions: boolean;
    trackResources: boolean;
    trackLongTasks: boolean;
  };
}

/** Datadog's names for our masking levels. */
const PRIVACY: Record<MaskingLevel, "mask" | "mask-user-input"> = {
  "mask-user-input": "mask-user-input",
  conservative: "mask",
};

interface RecordingRoutesOptions {
  recording: Pick<Recording, "settings">;
  writeKey: string;
  /** Other origins that may request the settings. */
  allowedOrigins: AllowedOrigins;
}

/** Changes reach visitors within a minute. */
const CACHE_CONTROL = `public, max-age=${ONE_MINUTE / ONE_SECOND}`;
/**
 * Datadog's client has this path as `remoteConfigurationProxy`, followed by the application ID and `.json` as in Datadog's own URL.
 * Amplitude's client has it as `configServerUrl` and appends its key.
 */
const REMOTE_CONFIGURATION_PATH = "/v1/remote-configuration";
const UNKNOWN =
  "Unknown remote configuration. Use the application ID from the recording settings plus .json, or the value of WRITE_KEY.";

/** Routes from which recorders and RUM clients load their settings before they start. */
export function recordingSettingsRoutes({ recording, writeKey, allowedOrigins }: RecordingRoutesOptions) {
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

/** The settings in Datadog's format. Tracks interactions, resources and long tasks, as in the specification, section 9. */
function remoteConfigurationOf(settings: RecordingSettings): RemoteConfiguration {
  const { applicationId, isCaptureEnabled, monitoringSampleRate, monitoringReplaySampleRate } = settings;
  return {
    rum: {
      applicationId,
      sessionSampleRate: monitoringSampleRate,
      sessionReplaySampleRate: isCaptureEnabled ? monitoringReplaySampleRate : 0,
      defaultPrivacyLevel: PRIVACY[settings.privacyLevel],
      trackUserInteractions: true,
      trackResources: true,
      trackLongTasks: true,
    },
  };
}

/** The settings in Amplitude's format. Amplitude's client records nothing without them. */
function amplitudeConfigurationOf(settings: RecordingSettings): AmplitudeConfiguration {
  const { isCaptureEnabled, sampleRate, interactionSampleRate, privacyLevel, blockSelectors } = settings;
  const ugcFilterRules = settings.addressRules.map(({ pattern, replacement }) => ({
    selector: pattern,
    replacement,
  }));
  const sessionReplay = {
    sr_sampling_config: { capture_enabled: isCaptureEnabled, sample_rate: sampleRate / 100 },
    sr_privacy_config: { defaultMaskLevel: MASKING[privacyLevel], blockSelector: [...blockSelectors] },
    sr_interaction_config: {
      enabled: interactionSampleRate > 0,
      batch: true,
      trackEveryNms: INTERACTION_MIN_INTERVAL,
      ugcFilterRules,
    },
  };
  return { configs: { sessionReplay } };
}
