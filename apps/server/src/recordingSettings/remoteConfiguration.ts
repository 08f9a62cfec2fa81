import type { PrivacyLevel, RecordingSettings } from "@marquee/contract";

/** What Datadog's browser client applies (browser-rum-core, `remoteConfiguration.types.ts`). */
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

/** Datadog's names of our levels. */
const PRIVACY: Record<PrivacyLevel, "mask" | "mask-user-input"> = {
  "mask-user-input": "mask-user-input",
  conservative: "mask",
};

/** The settings as Datadog's client reads them; what is recorded is that of specification, section 9. */
export function remoteConfigurationOf(settings: RecordingSettings): RemoteConfiguration {
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
