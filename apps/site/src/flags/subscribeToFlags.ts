import { configureCache, GrowthBook, setPolyfills } from "@growthbook/growthbook";
import {
  ANSWERS_KEY,
  type Assignment,
  DEPARTMENT_KEY,
  decodeValue,
  type ExposureProperties,
  readDepartment,
  type SiteSettings,
  userAgentAttributes,
  visitorAttributes,
  windowSizeOf,
} from "@marquee/contract";
import { type Answers, FLAG_TIMES, MAX_STORED_FLAG_VALUES } from "./answers.ts";

/** Experiment data that our server adds to GrowthBook's protocol. */
interface TrackedExperiment {
  key: string;
  name: string;
  phase: string;
  marquee: Omit<Assignment, "exposure">;
}

/** Flags that exist only while they are configured in the console; all others are built into the site's code. */
const MADE_FLAG_PATTERN = /^(?:content|redirect)\./;

const { firstAnswer, stale, expiry } = FLAG_TIMES;
const CACHE = { cacheKey: ANSWERS_KEY, staleTTL: stale, maxAge: expiry, maxEntries: MAX_STORED_FLAG_VALUES };

interface FollowOptions {
  settings: SiteSettings;
  /** Whether the visitor's consent is still granted. */
  isAllowed: () => boolean;
  /** Called with the first flag values and on each change. */
  onAnswers: (answers: Answers) => void;
}

/**
 * Subscribes to flag values through GrowthBook's SDK: the server evaluates flags and streams changes to the browser. Only for consented
 * visitors.
 * @returns `ready`, which resolves once the first values have arrived or timed out (`FLAG_TIMES.firstAnswer`), and `stop`, the cleanup.
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
      userAgent: userAgentAttributes(navigator.userAgent),
      url: settings.publicUrl + location.pathname + location.search,
      referrer: document.referrer,
      audience: settings.audience,
      windowSize: windowSizeOf(innerWidth),
      department: readDepartment(() => localStorage.getItem(DEPARTMENT_KEY)),
    }),
  });
  const tell = () => onAnswers(readFlagValues(client, settings));
  const ready = client.init({ timeout: firstAnswer, streaming: true }).then(({ success, source }) => {
    // Specification, section 8. The values in the document stay.
    if (source === "timeout") console.warn("[flags] Promise timed out");
    // If set earlier, it would also be called before there are values.
    client.setRenderer(tell);
    if (success) tell();
  });
  return { ready, stop: () => client.destroy() };
}

/** Local storage that ignores writes after a withdrawal. */
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

/**
 * Flag values, redirects and assignments from the features in the SDK.
 * @param settings Values in the document: built-in flags fall back to them. Content and redirect flags do not, so that one stopped since the
 * document was rendered ends.
 */
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
    // Our server writes these fields; the SDK passes them through unchanged.
    toAssignment(experiment as unknown as TrackedExperiment, result),
  );
  // The server returns values of the right type for built-in flags.
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
