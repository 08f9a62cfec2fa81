import type { GrowthBook } from "@growthbook/growthbook";
import type { Assignment, ExposureProperties, SiteSettings } from "@marquee/contract";
import type { Answers } from "./answers.ts";

/** What our own server says of an experiment beside what GrowthBook's protocol asks for. */
interface TrackedExperiment {
  key: string;
  name: string;
  phase: string;
  marquee: Omit<Assignment, "exposure">;
}

/** Flags that are there only as long as somebody has made them; all others are of the site's code. */
const MADE_FLAG_PATTERN = /^(?:content|redirect)\./;

/** What the answers that the SDK holds make of a page. What was stopped since the document was made is not among them, and ends. */
export function readAnswers(
  client: GrowthBook,
  settings: Pick<SiteSettings, "flags" | "redirects">,
): Answers {
  const features = client.getFeatures();
  const values = Object.keys(features).map((key) => [key, client.getFeatureValue<unknown>(key, null)]);
  const builtIn = Object.entries(settings.flags).filter(([key]) => !MADE_FLAG_PATTERN.test(key));
  const flags = Object.fromEntries([...builtIn, ...values]) as Record<string, unknown>;
  const redirects = settings.redirects.map((redirect) => {
    const to = flags[redirect.flag];
    return { ...redirect, to: typeof to === "string" ? to : redirect.from };
  });
  const tracked = Object.values(features).flatMap(({ rules }) => rules?.[0]?.tracks ?? []);
  const assignments = tracked.map(({ experiment, result }) =>
    // Our server writes these fields; the SDK passes them on as it got them.
    toAssignment(experiment as unknown as TrackedExperiment, result),
  );
  // The server answers the flags of the site's code with values of their types.
  return { flags: flags as Answers["flags"], redirects, assignments };
}

function toAssignment(
  { key, name, phase, marquee }: TrackedExperiment,
  { key: variation, name: variationName }: { key: string; name?: string },
): Assignment {
  const exposure: ExposureProperties = {
    experiment_id: key,
    experiment_name: name,
    experiment_phase: Number(phase),
    variation_id: variation,
    variation_name: variationName ?? variation,
  };
  return { ...marquee, exposure };
}
