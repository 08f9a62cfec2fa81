import {
  CHANNEL_TITLES,
  capitalize,
  DIMENSIONS,
  NO_CONSENT,
  NOT_SET,
  PROPERTY_PREFIX,
} from "@marquee/contract";
import type { ValueNames } from "./queries/question.types.ts";

/** Dimensions whose names mean something else to clients of Plausible's Stats API than in the console, with the console's names. */
export const API_DIMENSIONS = {
  "visit:screen": { ...DIMENSIONS["visit:device"], ours: "visit:device" },
  "visit:screen_width": { ...DIMENSIONS["visit:screen"], ours: "visit:screen" },
} as const;

/** The console's name of a dimension that a client of Plausible's Stats API sends. */
export function ourDimension(name: string): string {
  return Object.hasOwn(API_DIMENSIONS, name)
    ? API_DIMENSIONS[name as keyof typeof API_DIMENSIONS].ours
    : name;
}

const DEVICES = Object.fromEntries(["desktop", "tablet", "mobile"].map((name) => [name, capitalize(name)]));
const CHANNELS = {
  ...Object.fromEntries(
    Object.entries(CHANNEL_TITLES).map(([channel, title]) => [
      channel,
      title.split(" ").map(capitalize).join(" "),
    ]),
  ),
  "mobile-push": "Mobile Push Notifications",
};
const NO_REFERRER = "Direct / None";

const NAMES: Readonly<Record<string, ValueNames>> = {
  // Page views have no name of their own.
  "event:name": { "": "pageview" },
  "visit:channel": CHANNELS,
  "visit:device": DEVICES,
  "visit:source": { "(direct)": NO_REFERRER },
  "visit:referrer": { "": NO_REFERRER },
};
const PROPERTY: ValueNames = { "": "(none)" };

/** Plausible's names for values of a dimension that are stored differently here. */
export function plausibleNames(dimension: string): ValueNames | undefined {
  if (dimension.startsWith(PROPERTY_PREFIX)) return PROPERTY;
  return Object.hasOwn(NAMES, dimension) ? NAMES[dimension] : undefined;
}

const COUNTRIES = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Whether a text is a value of `visit:country`. */
export function isCountry(text: string): boolean {
  if (text === NOT_SET || text === NO_CONSENT) return true;
  // Former codes, such as UK, map to the current one.
  return (
    /^[A-Z]{2}$/.test(text) &&
    COUNTRIES.of(text) !== undefined &&
    new Intl.Locale(`und-${text}`).region === text
  );
}
