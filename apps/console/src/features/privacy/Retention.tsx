import { formatCounted, REJECTED_RETENTION_DAYS } from "@marquee/contract";
import type { PrivacyResponse } from "@marquee/contract/schema";

/** How long data of each kind is kept, and the settings that control it. */
export function Retention({ retentionDays, recordedDays, recordDays }: PrivacyResponse) {
  const { leads, receipts, changes } = recordDays;
  return (
    <section className="mt-10 max-w-3xl">
      <h2 className="font-medium">Data retention</h2>
      <p className="mt-1 text-ink-muted text-xs">
        Set in the server’s environment. 0 keeps data forever. A shorter time deletes nothing until
        RETENTION_CONFIRM repeats it.
      </p>
      <dl className="mt-3 border-hairline border-t">
        <Kind name="Events, sessions, clicks and RUM events" days={retentionDays} setting="RETENTION_DAYS" />
        <Kind
          name="Recordings, and the personal data of clicks and RUM events"
          days={recordedDays}
          setting="REPLAY_RETENTION_DAYS"
        />
        <Kind name="Leads" days={leads} setting="LEAD_RETENTION_DAYS" />
        <Kind name="Consent receipts" days={receipts} setting="RECEIPT_RETENTION_DAYS" />
        <Kind name="Change history" days={changes} setting="CHANGE_RETENTION_DAYS" />
        <Kind name="Samples of rejected events" days={REJECTED_RETENTION_DAYS} setting={null} />
      </dl>
    </section>
  );
}

interface KindProps {
  name: string;
  /** Null for no limit. */
  days: number | null;
  /** Null if it can't be set. */
  setting: string | null;
}

function Kind({ name, days, setting }: KindProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 border-hairline border-b py-2">
      <dt>
        {name}
        {setting && <code className="block text-ink-muted text-xs">{setting}</code>}
      </dt>
      <dd className="text-right tabular-nums">{days === null ? "No limit" : formatCounted(days, "day")}</dd>
    </div>
  );
}
