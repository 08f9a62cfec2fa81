import type { Preview } from "../flags/siteFlagValues.ts";
import type { Flags } from "../flags/startFlags.ts";
import { readPreview } from "./previewLinks.ts";

/**
 * Makes what reads a preview link's parameter.
 * @returns a function whose answer is null for a link that is not ours, or whose experiment or variation is not there any more.
 */
export function createPreviewReader(signingKey: string, flags: Pick<Flags, "findExperiment">) {
  return (parameter: string): Preview | null => {
    const asked = readPreview(signingKey, parameter);
    const experiment = asked && flags.findExperiment(asked.experiment);
    const isThere = experiment?.definition.variations.some(({ key }) => key === asked?.variation);
    return asked && experiment && isThere ? { experiment, variation: asked.variation } : null;
  };
}
