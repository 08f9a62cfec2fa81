import type { RecordingSettings } from "@marquee/contract";
import { usableSelectors } from "../sampling/usableSelectors.ts";

type Settings = Pick<RecordingSettings, "privacyLevel" | "blockSelectors">;

/**
 * Datadog's name of our level. As in recordings, a selector that is none cannot hide what it was to hide: all text is hidden then, as it is
 * by any level but the mildest.
 * @param test throws for what is no selector
 */
export function choosePrivacy(
  { privacyLevel, blockSelectors }: Settings,
  test: (selector: string) => void,
): "mask-user-input" | "mask" {
  const isUnderstood = usableSelectors(blockSelectors, test).length === blockSelectors.length;
  return privacyLevel === "mask-user-input" && isUnderstood ? "mask-user-input" : "mask";
}
