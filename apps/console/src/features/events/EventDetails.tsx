import type { EventResponse } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, CirclePlay, ExternalLink, UserRound } from "lucide-react";
import { Link } from "wouter";
import { replayMomentHref } from "../../shared/address/replayMomentHref.ts";
import { request } from "../../shared/api/request.ts";
import { titleOf } from "../../shared/events/eventChoices.ts";
import { formatPrecise } from "../../shared/format/format.ts";
import { deletionText, groupNamesAndCodes, isGranted } from "../../shared/format/receiptTexts.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { CopyButton } from "../../shared/ui/CopyButton.tsx";
import { Fields } from "../../shared/ui/Fields.tsx";
import { type ScreenProps, useTitle } from "../../shared/ui/screen.tsx";
import { Skeleton, Warning } from "../../shared/ui/states.tsx";
import { groupFields } from "./fieldGroups.ts";

const LINK = "inline-flex items-center gap-1.5 underline underline-offset-4";

/** One event: every field, its payload, and the consent receipt it was sent under. */
export function EventDetails({ params: { messageId } }: ScreenProps<"messageId">) {
  const event = useQuery({
    queryKey: ["event", messageId],
    queryFn: () => request("GET /events/:messageId", { params: { messageId } }),
  });
  const fields = event.data?.fields;
  const name = String(fields?.event ?? "");
  const title = fields ? titleOf({ event: name, type: String(fields.type) }) : "Event";
  useTitle(title);
  return (
    <>
      <Link href="/events" className={`${LINK} text-ink-muted`}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        Events
      </Link>
      <header className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="wrap-anywhere font-display text-title">{title}</h1>
        {name && title.toLowerCase() !== name.toLowerCase() ? (
          <code className="text-ink-muted">{name}</code>
        ) : null}
        {name ? <Badge>{fields?.type}</Badge> : null}
        {fields?.bot ? <Badge tone="clay">bot</Badge> : null}
        {event.data && <EventLinks event={event.data} />}
      </header>
      <QueryView query={event} loading={<Skeleton className="mt-5 h-96" />}>
        {(data) => <Whole event={data} />}
      </QueryView>
    </>
  );
}

/** Any sender can set an event's URL, so only http and https URLs become links. */
function EventLinks({ event: { fields, replay } }: { event: EventResponse }) {
  const url = String(fields.url ?? "");
  const visitor = String(fields.visitor_id ?? "");
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1">
      {replay && (
        <Link href={replayMomentHref(replay)} className={LINK}>
          <CirclePlay aria-hidden="true" className="size-4" />
          Watch in replay
        </Link>
      )}
      {visitor && (
        <Link href={`/rights?id=${encodeURIComponent(visitor)}`} className={LINK}>
          <UserRound aria-hidden="true" className="size-4" />
          View visitor's data
        </Link>
      )}
      {/^https?:/.test(url) && (
        <a href={url} target="_blank" rel="noopener noreferrer" className={LINK}>
          <ExternalLink aria-hidden="true" className="size-4" />
          Page
        </a>
      )}
    </p>
  );
}

function Whole({ event }: { event: EventResponse }) {
  return (
    <div className="mt-6 grid items-start gap-8 lg:grid-cols-2">
      <div className="grid gap-8">
        <Receipt receiptId={event.receiptId} receipt={event.receipt} />
        <Json title="Properties" value={event.properties} />
        <Json title="Traits" value={event.traits} />
        <Json title="Context" value={event.context} />
      </div>
      <div className="grid gap-8">
        {groupFields(event.fields).map(({ title, fields }) => (
          <Fields key={title} title={title} fields={fields} />
        ))}
      </div>
    </div>
  );
}

/** A value as formatted JSON, with a copy button. */
function Json({ title, value }: { title: string; value: unknown }) {
  const text = JSON.stringify(value, null, 2);
  const isEmpty = text === "{}" || text === undefined;
  return (
    <section className="min-w-0">
      <div className="flex h-9 items-center justify-between">
        <h2 className="font-medium">{title}</h2>
        {!isEmpty && <CopyButton text={text} label={`Copy ${title.toLowerCase()}`} />}
      </div>
      {isEmpty ? (
        <p className="text-ink-muted">None</p>
      ) : (
        <pre className="wrap-anywhere whitespace-pre-wrap rounded-sm bg-surface-sunken p-3 text-xs leading-relaxed">
          {text}
        </pre>
      )}
    </section>
  );
}

/** The consent receipt of an event, or why there is none. */
function Receipt({ receiptId, receipt }: Pick<EventResponse, "receiptId" | "receipt">) {
  if (!receipt) return <NoReceipt receiptId={receiptId} />;
  return (
    <Fields
      title="Consent receipt"
      fields={[
        [
          "Receipt",
          <Link key="receipt" href={`/consent?range=90d&id=${receipt.id}`} className="underline">
            {receipt.id}
          </Link>,
        ],
        ["Decided at", formatPrecise(receipt.decidedAt)],
        ["Received", formatPrecise(receipt.receivedAt)],
        ["Granted", groupNamesAndCodes(receipt)],
        ["Text version", receipt.textVersion],
        ["Country", receipt.country],
        ...(isGranted(receipt) ? [] : [["Deletion", deletionText(receipt)] as const]),
      ]}
    />
  );
}

function NoReceipt({ receiptId }: { receiptId: string | null }) {
  return (
    <section className="min-w-0">
      <h2 className="font-medium">Consent receipt</h2>
      <Warning className="mt-2">
        {receiptId
          ? `This event refers to receipt ${receiptId}, which has not arrived yet. The browser retries until the server accepts it.`
          : "This event has no consent receipt. Events from this site always have one. Servers and other libraries must set context.consent.receiptId themselves."}
      </Warning>
    </section>
  );
}
