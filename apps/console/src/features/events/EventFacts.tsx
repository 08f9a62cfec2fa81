import type { EventResponse } from "@marquee/contract/schema";
import { CirclePlay, ExternalLink, UserRound } from "lucide-react";
import { Link } from "wouter";
import { replayMomentHref } from "../../shared/address/replayMomentHref.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { formatPrecise } from "../../shared/format/format.ts";
import { deletionText, groupNamesAndCodes, isGranted } from "../../shared/format/receiptTexts.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { CopyButton } from "../../shared/ui/CopyButton.tsx";
import { Fields } from "../../shared/ui/Fields.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { Skeleton, Warning } from "../../shared/ui/states.tsx";
import { propertyLabel } from "./describeEvent.ts";
import { groupFields } from "./fieldGroups.ts";

const LINK = "inline-flex items-center gap-1.5 underline underline-offset-4";

/** One event in full. */
export function useEvent(messageId: string) {
  return useRoute("GET /events/:messageId", { params: { messageId } });
}

/** Everything about an event, in its row of a list. */
export function EventInRow({ messageId }: { messageId: string }) {
  return (
    <QueryView query={useEvent(messageId)} loading={<Skeleton className="h-40" />}>
      {(event) => (
        <>
          <p className="flex flex-wrap gap-x-5 gap-y-1">
            <EventLinks event={event} />
            <Link href={`/events/${encodeURIComponent(messageId)}`} className={LINK}>
              Link to this event
            </Link>
          </p>
          <EventFacts event={event} />
        </>
      )}
    </QueryView>
  );
}

/**
 * Links to the event's replay, visitor and page. Anyone can send an event with any URL, so only http and https URLs become links.
 */
export function EventLinks({ event: { fields, replay } }: { event: EventResponse }) {
  const url = String(fields.url ?? "");
  const visitor = String(fields.visitor_id ?? "");
  return (
    <>
      {replay && (
        <Link href={replayMomentHref(replay)} className={LINK}>
          <CirclePlay aria-hidden="true" className="size-4" />
          Watch in replay
        </Link>
      )}
      {visitor && (
        <Link href={`/privacy-requests?id=${encodeURIComponent(visitor)}`} className={LINK}>
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
    </>
  );
}

/** Properties and consent of an event, then technical details, collapsed. */
export function EventFacts({ event }: { event: EventResponse }) {
  return (
    <div className="mt-4 grid gap-6">
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <Properties value={event.properties} />
        <Receipt receiptId={event.receiptId} receipt={event.receipt} />
      </div>
      <details>
        <summary className="w-fit text-ink-muted hover:text-ink">Technical details</summary>
        <div className="mt-4 grid items-start gap-8 lg:grid-cols-2">
          <div className="grid gap-8">
            {groupFields(event.fields).map(({ title, fields }) => (
              <Fields key={title} title={title} fields={fields} />
            ))}
          </div>
          <div className="grid gap-8">
            <Json title="Properties" value={event.properties} />
            <Json title="Traits" value={event.traits} />
            <Json title="Context" value={event.context} />
          </div>
        </div>
      </details>
    </div>
  );
}

function Properties({ value }: { value: unknown }) {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (entries.length === 0) {
    return (
      <section>
        <h2 className="font-medium">Properties</h2>
        <p className="mt-2 text-ink-muted">This event has no properties.</p>
      </section>
    );
  }
  const fields = entries.map(
    ([name, each]) => [propertyLabel(name), typeof each === "string" ? each : JSON.stringify(each)] as const,
  );
  return <Fields title="Properties" fields={fields} />;
}

/** A value as formatted JSON, with a copy button. */
function Json({ title, value }: { title: string; value: unknown }) {
  const text = JSON.stringify(value, null, 2);
  const isEmpty = text === "{}" || text === undefined;
  return (
    <section className="min-w-0">
      <div className="flex h-9 items-center justify-between">
        <h2 className="font-medium">{title} as JSON</h2>
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
          <TextLink key="receipt" href={`/consent?range=all&id=${receipt.id}`}>
            {receipt.id}
          </TextLink>,
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
