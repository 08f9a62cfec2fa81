import type { ReportState, Schedule, ScheduleRecipient, ScheduleResponse } from "@marquee/contract/schema";
import { Button, SelectField, Switch, TextAreaField } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { request } from "../../shared/api/request.ts";
import { routeKey, useRoute } from "../../shared/api/useRoute.ts";
import { WEEKDAY_NAMES } from "../../shared/changes/fieldNames.ts";
import { formatInstant } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { InlineError, Skeleton, Warning } from "../../shared/ui/states.tsx";

const NEW: Schedule = { frequency: "weekly", hour: 8, weekday: 1, day: 1, recipients: [], isOn: true };
const FREQUENCIES = [
  ["daily", "Every day"],
  ["weekly", "Every week"],
  ["monthly", "Every month"],
] as const;
const HOURS = Array.from(
  { length: 24 },
  (_, hour) => [String(hour), `${String(hour).padStart(2, "0")}:00`] as const,
);
const DAYS = Array.from({ length: 31 }, (_, index) => [String(index + 1), String(index + 1)] as const);

/** Sends a report or board by email on a schedule. */
export function ScheduleDialog({ stored, onDismiss }: { stored: ReportState; onDismiss: () => void }) {
  const params = { id: String(stored.id) };
  const schedule = useRoute("GET /reports/:id/schedule", { params }, { staleTime: 0 });
  return (
    <Dialog isOpen onDismiss={onDismiss} title={`Send ${stored.definition.name}`} closeLabel="Close">
      <QueryView query={schedule} loading={<Skeleton className="mt-2 h-72" />}>
        {(data) => <ScheduleForm stored={stored} data={data} />}
      </QueryView>
    </Dialog>
  );
}

function ScheduleForm({ stored, data }: { stored: ReportState; data: ScheduleResponse }) {
  const params = { id: String(stored.id) };
  const queries = useQueryClient();
  const [edited, setEdited] = useState(data.schedule ?? NEW);
  const [addresses, setAddresses] = useState(edited.recipients.join("\n"));
  const set = (change: Partial<Schedule>) => setEdited({ ...edited, ...change });
  const save = useMutation({
    mutationFn: (body: Schedule) => request("PUT /reports/:id/schedule", { params, body }),
    onSuccess: (saved) => queries.setQueryData(routeKey("GET /reports/:id/schedule", { params }), saved),
  });
  const send = useMutation({ mutationFn: () => request("POST /reports/:id/schedule/send", { params }) });
  const recipients = addresses.split(/[\s,;]+/).filter(Boolean);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ ...edited, recipients });
  };
  return (
    <form className="mt-2 grid gap-4" onSubmit={submit}>
      {!data.isConnected && (
        <Warning>
          Email is not connected, so nothing is sent. An owner can connect a mail server under{" "}
          <TextLink href="/connections/smtp">Connections</TextLink>.
        </Warning>
      )}
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <SelectField
          label="How often"
          value={edited.frequency}
          choices={FREQUENCIES}
          onChange={({ target }) => set({ frequency: target.value as Schedule["frequency"] })}
        />
        {edited.frequency === "weekly" && (
          <SelectField
            label="Day"
            value={String(edited.weekday)}
            choices={WEEKDAY_NAMES.map((name, index) => [String(index + 1), name] as const)}
            onChange={({ target }) => set({ weekday: Number(target.value) })}
          />
        )}
        {edited.frequency === "monthly" && (
          <SelectField
            label="Day of the month"
            value={String(edited.day)}
            choices={DAYS}
            onChange={({ target }) => set({ day: Number(target.value) })}
          />
        )}
        <SelectField
          label="Hour"
          value={String(edited.hour)}
          choices={HOURS}
          onChange={({ target }) => set({ hour: Number(target.value) })}
        />
      </div>
      <TextAreaField
        label="To"
        hint="Email addresses, one per line. Each can unsubscribe with a link in the email."
        rows={3}
        value={addresses}
        onChange={({ target }) => setAddresses(target.value)}
      />
      <Switch label="Send it" isOn={edited.isOn} onChange={(isOn) => set({ isOn })} />
      {data.nextAt !== null && (
        <p className="text-ink-muted text-xs">
          Next on {formatInstant(data.nextAt)}, in the site's time zone.
        </p>
      )}
      {data.recipients.length > 0 && <Recipients recipients={data.recipients} />}
      <InlineError error={save.error} />
      {save.isSuccess && <p role="status">Saved.</p>}
      <InlineError error={send.error} />
      {send.data && (
        <p role="status" className={send.data.isWorking ? "" : "text-clay"}>
          {send.data.isWorking ? `Sent to you: ${send.data.answer}` : `Not sent: ${send.data.answer}`}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button submit size="sm" disabled={recipients.length === 0 || save.isPending}>
          Save schedule
        </Button>
        <Button
          variant="secondary"
          size="sm"
          disabled={!data.isConnected || send.isPending}
          onClick={() => send.mutate()}
        >
          Send me a test now
        </Button>
      </div>
    </form>
  );
}

function Recipients({ recipients }: { recipients: readonly ScheduleRecipient[] }) {
  return (
    <ul aria-label="Latest emails" className="border-hairline border-t text-xs">
      {recipients.map((recipient) => (
        <li key={recipient.email} className="border-hairline border-b py-1.5">
          <span className="wrap-anywhere font-medium">{recipient.email}</span>
          <span
            className={`wrap-anywhere block ${recipient.state === "failed" ? "text-clay" : "text-ink-muted"}`}
          >
            {resultText(recipient)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function resultText({ state, at, error }: ScheduleRecipient): string {
  const when = at === null ? "" : formatInstant(at);
  switch (state) {
    case "waiting":
      return "Nothing sent yet";
    case "delivered":
      return `Sent ${when}`;
    case "pending":
      return error ? `Trying again. ${when}: ${error}` : "Sending";
    case "failed":
      return `Not sent ${when}: ${error}`;
    case "unsubscribed":
      return "Unsubscribed through the link in the email";
  }
}
