import { formatCounted } from "@marquee/contract";
import type { ApiKey } from "@marquee/contract/schema";
import { formatPrecise } from "../../shared/format/format.ts";

/** Revoked keys, collapsed. Their last use can matter after a key has leaked. */
export function RevokedKeys({ keys }: { keys: readonly ApiKey[] }) {
  return (
    <details>
      <summary className="text-ink-muted text-xs">{formatCounted(keys.length, "revoked key")}</summary>
      <ul className="mt-2 border-hairline border-t">
        {keys.map(({ id, name, startsWith, lastUsedAt, revokedAt }) => (
          <li key={id} className="flex flex-wrap gap-x-4 border-hairline border-b py-2 text-ink-muted">
            <span className="wrap-anywhere min-w-0 flex-1 basis-52">
              {name} <code className="text-xs">{startsWith}…</code>
            </span>
            <span className="text-xs">
              {lastUsedAt === null ? "Never used" : `Last used ${formatPrecise(lastUsedAt)}`}
            </span>
            <span className="text-xs">Revoked {formatPrecise(revokedAt ?? 0)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
