import { formatBytes } from "@marquee/contract";
import type { BackupState } from "@marquee/contract/schema";
import { formatLength, formatPrecise } from "../../shared/format/format.ts";

/** The age of the latest backup. */
export function Backup({ backup, now }: { backup: BackupState | null; now: number }) {
  return (
    <section aria-labelledby="backup">
      <h2 id="backup" className="font-medium">
        Backup
      </h2>
      <p className="mt-1 max-w-prose text-pretty">
        {backup ? (
          <>
            The latest was made{" "}
            <time title={formatPrecise(backup.madeAt)} className="font-medium">
              {formatLength(now - backup.madeAt)} ago
            </time>{" "}
            and is {formatBytes(backup.bytes)}.
          </>
        ) : (
          <>
            No backup is recorded. <code>npm run backup</code> writes all stores to one file while the server
            runs.
          </>
        )}{" "}
        <span className="text-ink-muted">Backups made with the databases' own tools aren't listed here.</span>
      </p>
    </section>
  );
}
