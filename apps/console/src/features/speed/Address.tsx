import { parseUrl } from "@marquee/contract";

/** URL and type of a resource. The path comes first, because it differs most. */
export function Address({ address, kind }: { address: string; kind: string }) {
  const { path, host } = addressParts(address);
  return (
    <>
      <span className="wrap-anywhere block">{path}</span>
      <span className="wrap-anywhere block text-ink-muted text-xs">
        {[kind, host].filter(Boolean).join(", ")}
      </span>
    </>
  );
}

/** Splits a URL into path and host. Anything that is not a URL is returned as the path. */
export function addressParts(address: string): { path: string; host: string } {
  const host = parseUrl(address)?.host ?? "";
  const start = address.indexOf(host) + host.length;
  return host === "" ? { path: address, host } : { path: address.slice(start) || "/", host };
}
