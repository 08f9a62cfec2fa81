import { INTERACTION_MIN_INTERVAL, type PrivacyLevel, type RecordingSettings } from "@marquee/contract";

/** What Amplitude's session-replay client applies (its `config/types.d.ts`). */
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

/** Amplitude's names of our levels: `medium` masks all inputs. */
const MASKING: Record<PrivacyLevel, "medium" | "conservative"> = {
  "mask-user-input": "medium",
  conservative: "conservative",
};

/** The settings as Amplitude's client reads them; without an answer it records nothing. */
export function amplitudeConfigurationOf(settings: RecordingSettings): AmplitudeConfiguration {
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
