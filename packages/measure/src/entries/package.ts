import type { MarqueeApi } from "../boot/exposeApi.ts";
import { type RumPageOptions, setRumOptions } from "../rum/pageOptions.ts";
import { connect as connectPage } from "../snippet/connect.ts";

export type { MarqueeApi, RumPageOptions };

export interface ConnectOptions {
  /** Starts RUM in the sampled sessions, with these options: `{}` for none. If missing, RUM starts with the first call of `marquee.rum`. */
  rum?: RumPageOptions;
}

/**
 * Measures this page for the site at `origin`: asks for consent if the visitor has not decided, follows client-side navigation, and tracks
 * clicks on marked elements. A page is measured once: later calls return the first one's result.
 * @param origin of the site, such as `https://www.example.com`.
 * @returns `window.marquee`; null on a server, and if the site does not measure this page, which the browser's console explains. Never rejects.
 */
export function connect(origin: string, { rum }: ConnectOptions = {}): Promise<MarqueeApi | null> {
  if (rum) setRumOptions(rum);
  return connectPage(origin);
}
