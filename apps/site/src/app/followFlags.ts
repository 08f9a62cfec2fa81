import { configureCache, GrowthBook, setPolyfills } from "@growthbook/growthbook";
import {
  ANONYMOUS_ID_COOKIE,
  ANSWERS_KEY,
  decodeValue,
  isDesktop,
  localeOfPath,
  type SiteSettings,
} from "@marquee/contract";
import type { Answers } from "./answers.ts";
import { FLAG_TIMES, KEPT_ANSWERS } from "./flagTimes.ts";
import { readAnswers } from "./readAnswers.ts";

const { firstAnswer, stale, kept } = FLAG_TIMES;
const CACHE = { cacheKey: ANSWERS_KEY, staleTTL: stale, maxAge: kept, maxEntries: KEPT_ANSWERS };
const UTM_ATTRIBUTES = ["utm_source", "utm_medium", "utm_campaign"] as const;

interface FollowOptions {
  settings: SiteSettings;
  /** Whether the visitor's agreement still holds. */
  isAllowed: () => boolean;
  /** Told of the first answers and of each change. */
  onAnswers: (answers: Answers) => void;
}

/**
 * Follows the flags by GrowthBook's SDK: the server evaluates, the browser gets answers and hears of changes. Only for visitors who
 * have agreed to be measured.
 * @returns when the first answers are here or have taken too long, and what ends it.
 */
export function followFlags({ settings, isAllowed, onAnswers }: FollowOptions) {
  configureCache(CACHE);
  setPolyfills({ localStorage: guardedStorage(isAllowed) });
  const client = new GrowthBook({
    apiHost: location.origin,
    clientKey: settings.clientKey,
    remoteEval: true,
    attributes: readAttributes(settings),
  });
  const tell = () => onAnswers(readAnswers(client, settings));
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

function readAttributes({ audience }: SiteSettings): Record<string, string> {
  const cookies = new Map(
    document.cookie.split("; ").map((cookie) => {
      const [name = "", ...value] = cookie.split("=");
      return [name, decodeValue(value.join("="))];
    }),
  );
  const utm = UTM_ATTRIBUTES.map((name) => [name, cookies.get(name)]).filter(([, value]) => value);
  return {
    id: cookies.get(ANONYMOUS_ID_COOKIE) ?? "",
    locale: localeOfPath(location.pathname),
    device: isDesktop(navigator.userAgent) ? "desktop" : "mobile",
    audience,
    ...Object.fromEntries(utm),
  };
}
