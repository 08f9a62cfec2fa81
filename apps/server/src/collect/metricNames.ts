import { type Milliseconds, ONE_HOUR, type Timestamp } from "@marquee/contract";

/** Bounds how many names of metrics, their labels included, are counted: each is a row a minute, and anybody can think up more. */
export interface MetricNames {
  /** For one report. @returns a function that tells whether a name may be counted. */
  ofReport(): (name: string) => boolean;
}

/** A client has a dozen. */
const MOST_OF_REPORT = 50;
const MOST_OF_HOUR = 500;
const WINDOW: Milliseconds = ONE_HOUR;

export function createMetricNames(now: () => Timestamp): MetricNames {
  let known = new Set<string>();
  let began = now();
  const forget = () => {
    if (now() - began < WINDOW) return;
    began = now();
    known = new Set();
  };
  return {
    ofReport() {
      forget();
      const own = new Set<string>();
      return (name) => {
        const isKnown = known.has(name) || known.size < MOST_OF_HOUR;
        if (!isKnown || (!own.has(name) && own.size >= MOST_OF_REPORT)) return false;
        own.add(name);
        known.add(name);
        return true;
      };
    },
  };
}
