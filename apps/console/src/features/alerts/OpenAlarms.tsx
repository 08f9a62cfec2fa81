import { formatCounted } from "@marquee/contract";
import type { Alarm, AlertState } from "@marquee/contract/schema";
import { BellRing, CircleCheck } from "lucide-react";
import { formatAgo, formatInstant } from "../../shared/format/format.ts";
import { TextLink } from "../../shared/ui/links.tsx";
import { AlarmDeliveries } from "./AlarmDeliveries.tsx";
import { SnoozeMenu } from "./SnoozeMenu.tsx";

interface OpenAlarmsProps {
  alarms: readonly Alarm[];
  alerts: readonly AlertState[];
  /** Null for people who may not snooze alerts. */
  onSnooze: ((snooze: { id: number; until: number | null }) => void) | null;
}

/** Open alarms, as a sentence and a list. */
export function OpenAlarms({ alarms, alerts, onSnooze }: OpenAlarmsProps) {
  const checked = alerts.flatMap(({ status }) => status?.checkedAt ?? []);
  const isNothing = alarms.length === 0;
  const Icon = isNothing ? CircleCheck : BellRing;
  return (
    <section aria-label="Open alarms">
      <h2 className="flex items-center gap-3 font-display font-semibold text-[1.75rem] leading-tight">
        <Icon
          aria-hidden="true"
          className={`size-7 shrink-0 ${isNothing ? "text-accent-strong" : "text-clay"}`}
        />
        {isNothing
          ? checked.length > 0
            ? "Nothing needs attention"
            : "The first check is running"
          : `${formatCounted(alarms.length, "open alarm")}`}
      </h2>
      {isNothing && checked.length > 0 && (
        <p className="mt-1 text-ink-muted">Last checked {formatAgo(Math.max(...checked), Date.now())}.</p>
      )}
      {!isNothing && (
        <ul className="mt-4 border-hairline border-t">
          {alarms.map((alarm) => (
            <li
              key={alarm.id}
              className="flex flex-wrap items-center gap-x-5 gap-y-2 border-hairline border-b py-3"
            >
              <div className="min-w-0 flex-1 basis-80">
                <p className="wrap-anywhere font-medium">
                  <TextLink href={alarm.href}>{alarm.text}</TextLink>
                </p>
                <p className="text-ink-muted text-xs">
                  {alarm.name}, since <span className="tabular-nums">{formatInstant(alarm.openedAt)}</span>
                </p>
                <AlarmDeliveries deliveries={alarm.deliveries} />
              </div>
              {onSnooze && (
                <SnoozeMenu
                  name={alarm.name}
                  until={alerts.find(({ id }) => id === alarm.alert)?.snoozedUntil ?? null}
                  onSnooze={(until) => onSnooze({ id: alarm.alert, until })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
