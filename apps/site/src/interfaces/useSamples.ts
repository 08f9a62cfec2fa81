import type { SamplesCopy } from "../copy/copy.ts";
import { useSite } from "../site/siteContext.tsx";

/** Copy that a page with a sample interface loads before it renders. */
export const SAMPLES_COPY = ["samples"] as const;

/**
 * Texts of the sample interfaces in the page's language.
 * @throws Error on a page whose route lacks {@link SAMPLES_COPY}.
 */
export function useSamples(): SamplesCopy {
  const { copy, locale } = useSite();
  const texts = copy.loaded("samples", locale);
  if (!texts) throw new Error("The samples have no texts. Add SAMPLES_COPY to the route's copyNames.");
  return texts;
}
