import { addressParts } from "./addressParts.ts";

/** Where a resource comes from: its path first, which tells them apart. */
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
