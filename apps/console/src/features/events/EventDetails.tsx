import type { EventAnswer } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ExternalLink, UserRound } from "lucide-react";
import { Link } from "wouter";
import { api } from "../../shared/api.ts";
import { Fields } from "../../shared/Fields.tsx";
import { Json } from "../../shared/Json.tsx";
import { Failure, Skeleton } from "../../shared/states.tsx";
import { useTitle } from "../../shared/useTitle.ts";
import { groupFields } from "./fieldGroups.ts";
import { Receipt } from "./Receipt.tsx";

const LINK = "inline-flex items-center gap-1.5 underline underline-offset-4";

/** One event: every field, what was sent with it, and the consent it was sent under. */
export function EventDetails({ messageId }: { messageId: string }) {
  const event = useQuery({ queryKey: ["event", messageId], queryFn: () => api.event(messageId) });
  const fields = event.data?.fields;
  const name = fields ? String(fields.event || fields.type) : "Event";
  useTitle(name);
  return (
    <>
      <Link href="/events" className={`${LINK} text-ink-muted`}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        Events
      </Link>
      <header className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="wrap-anywhere font-display text-title">{name}</h1>
        {fields?.event ? <Badge>{fields.type}</Badge> : null}
        {fields?.bot ? <Badge tone="clay">machine</Badge> : null}
        {event.data && <EventLinks event={event.data} />}
      </header>
      {event.isPending && <Skeleton className="mt-5 h-96" />}
      {event.isError && <Failure error={event.error} onRetry={() => event.refetch()} />}
      {event.data && <Whole event={event.data} />}
    </>
  );
}

/** An event's address comes from whoever sent it; only what a browser opens as a page becomes a link. */
function EventLinks({ event: { fields } }: { event: EventAnswer }) {
  const url = String(fields.url ?? "");
  const visitor = String(fields.visitor_id ?? "");
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1">
      {visitor && (
        <Link href={`/rights?id=${encodeURIComponent(visitor)}`} className={LINK}>
          <UserRound aria-hidden="true" className="size-4" />
          This visitor's data
        </Link>
      )}
      {/^https?:/.test(url) && (
        <a href={url} target="_blank" rel="noopener noreferrer" className={LINK}>
          <ExternalLink aria-hidden="true" className="size-4" />
          The page
        </a>
      )}
    </p>
  );
}

function Whole({ event }: { event: EventAnswer }) {
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
