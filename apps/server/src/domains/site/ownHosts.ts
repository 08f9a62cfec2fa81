import { NOT_SET } from "@marquee/contract";
import type { CurrentSite } from "./startSite.ts";

/**
 * Hosts that this installation serves, if the Site also has others. Screens are limited to them by default, because a path such as `/` is a different page elsewhere.
 * @returns values of `event:hostname`, including that of server events without a page; empty if the Site has no other hosts.
 */
export function ownHosts({ current, publicHost }: Pick<CurrentSite, "current" | "publicHost">): string[] {
  const { id, hosts } = current();
  const defaultHosts = new Set([id, publicHost]);
  return hosts.every((host) => defaultHosts.has(host)) ? [] : [...defaultHosts, NOT_SET];
}
