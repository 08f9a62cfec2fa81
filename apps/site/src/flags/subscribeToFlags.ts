import { configureCache, GrowthBook, setPolyfills } from "@growthbook/growthbook";
import {
  ANSWERS_KEY,
  type Assignment,
  decodeValue,
  type ExposureProperties,
  type SiteSettings,
  visitorAttributes,
} from "@marquee/contract";
import { type Answers, FLAG_TIMES, MAX_STORED_FLAG_VALUES } from "./answers.ts";

/** Experiment data that our server adds to GrowthBook's protocol. */
interface TrackedExperiment {
  key: string;
  name: string;
  phase: string;
  marquee: Omit<Assignment, "exposure">;
}

/** Flags that are there only as long as somebody has made them; all others are of the site's code. */
const MADE_FLAG_PATTERN = /^(?:content|redirect)\./;

const { firstAnswer, stale, kept } = FLAG_TIMES;
const CACHE = { cacheKey: ANSWERS_KEY, staleTTL: stale, maxAge: kept, maxEntries: MAX_STORED_FLAG_VALUES };

interface FollowOptions {
  settings: SiteSettings;
  /** Whether the visitor's agreement still holds. */
  isAllowed: () => boolean;
  /** Called with the first values and on each change. */
  onAnswers: (answers: Answers) => void;
}

/**
 * Follows the flags by GrowthBook's SDK: the server evaluates, the browser gets answers and hears of changes. Only for visitors who
 * have agreed to be measured.
 * @returns when the first answers are here or have taken too long, and what ends it.
 */
export function subscribeToFlags({ settings, isAllowed, onAnswers }: FollowOptions) {
  configureCache(CACHE);
  setPolyfills({ localStorage: guardedStorage(isAllowed) });
  const client = new GrowthBook({
    apiHost: location.origin,
    clientKey: settings.clientKey,
    remoteEval: true,
    attributes: visitorAttributes({
      cookies: readCookies(),
      userAgent: navigator.userAgent,
      path: location.pathname,
      audience: settings.audience,
    }),
  });
  const tell = () => onAnswers(readFlagValues(client, settings));
  client.setRenderer(tell);
  const ready = client
    .init({ timeout: firstAnswer, streaming: true })
    .then(({ success }) => (success ? tell() : undefined));
  return { ready, stop: () => client.destroy() };
}

/** An answer that comes after a withdrawal is not kept. */
function guardedStorage(isAllowed: () => boolean) {
  return {
    getItem: (key: string) => localStorage.getItem(key),
    setItem(key: string, value: string) {
      if (isAllowed()) localStorage.setItem(key, value);
    },
  };
}

function readCookies(): Record<string, string> {
  return Object.fromEntries(
    document.cookie.split("; ").map((cookie) => {
      const [name = "", ...value] = cookie.split("=");
      return [name, decodeValue(value.join("="))];
    }),
  );
}

/** What the answers that the SDK holds make of a page. What was stopped since the document was made is not among them, and ends. */
export function readFlagValues(
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
