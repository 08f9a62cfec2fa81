import brand from "../../../../content/brand.json";

/** Hosts whose links stay in the same tab: the one this site runs under, and the brand's own. */
export function ownHostsOf(publicUrl: string): readonly string[] {
  return [new URL(publicUrl).host, ...brand.hosts];
}
