import { NOT_SET } from "@marquee/contract";
import type { CurrentSite } from "./startSite.ts";

/**
 * Hosts that this installation serves, if the Site has others, too: figures of screens are of these by default, because a path such as `/` is another page elsewhere.
 * @returns values of `event:hostname`, also the one of what servers send without a page; none if the Site has no other hosts.
 */
export function ownHosts({ current, publicHost }: Pick<CurrentSite, "current" | "publicHost">): string[] {
  const { id, hosts } = current();
  const defaultHosts = new Set([id, publicHost]);
  return hosts.every((host) => defaultHosts.has(host)) ? [] : [...defaultHosts, NOT_SET];
}
