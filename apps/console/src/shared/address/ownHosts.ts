let current: readonly string[] = [];

/** Sets the hosts that the site's screens are limited to by default; none if the site has no other hosts. */
export function setOwnHosts(hosts: readonly string[]): void {
  current = hosts;
}

export function ownHosts(): readonly string[] {
  return current;
}
