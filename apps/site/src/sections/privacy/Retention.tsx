import { type Locale, REJECTED_RETENTION_DAYS } from "@marquee/contract";
import type { PrivacyCopy } from "../../copy/copy.ts";
import { useSite } from "../../site/siteContext.tsx";
import { formatDuration } from "./StoredTable.tsx";

/** The configured retention of measured data on the server. */
export function Retention({ copy, locale }: { copy: PrivacyCopy["kept"]; locale: Locale }) {
  const { retentionDays, recordedDays, leadDays, receiptDays } = useSite().settings;
  const days = (value: number | null) =>
    value === null ? copy.forever : formatDuration({ value, unit: "day" }, locale);
  const rows = [
    [copy.rows.events, days(retentionDays)],
    [copy.rows.recordings, days(recordedDays)],
    [copy.rows.rejected, days(REJECTED_RETENTION_DAYS)],
    [copy.rows.forms, days(leadDays)],
    [copy.rows.decisions, receiptDays === null ? copy.decisions : days(receiptDays)],
  ];
  return (
    <dl className="border-hairline border-t">
      {rows.map(([what, howLong]) => (
        <div key={what} className="grid gap-x-8 border-hairline border-b py-3 sm:grid-cols-2">
          <dt>{what}</dt>
          <dd className="text-ink-muted">{howLong}</dd>
        </div>
      ))}
    </dl>
  );
}
