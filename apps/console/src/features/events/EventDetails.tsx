import type { EventResponse } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { useMemo } from "react";
import { formatPrecise } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { BackLink } from "../../shared/ui/links.tsx";
import { type ScreenProps, useTitle } from "../../shared/ui/screen.tsx";
import { describeEvent } from "./describeEvent.ts";
import { EventFacts, EventLinks, useEvent } from "./EventFacts.tsx";

/** One event: what happened, its properties and the consent receipt it was sent under, then technical details. */
export function EventDetails({ params: { messageId } }: ScreenProps<"messageId">) {
  const event = useEvent(messageId);
  const title = useMemo(() => (event.data ? sentenceOf(event.data) : "Event"), [event.data]);
  useTitle(title);
  const fields = event.data?.fields;
  return (
    <>
      <BackLink href="/events">Events</BackLink>
      <header className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="wrap-anywhere font-display text-title">{title}</h1>
        {fields?.event && <code className="text-ink-muted">{fields.event}</code>}
        {fields?.bot ? <Badge tone="clay">bot</Badge> : null}
      </header>
      {event.data && (
        <p className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
          <span className="text-ink-muted">{formatPrecise(Number(fields?.received_at))}</span>
          <EventLinks event={event.data} />
        </p>
      )}
      <QueryView query={event}>{(data) => <EventFacts event={data} />}</QueryView>
    </>
  );
}

function sentenceOf({ fields, properties }: EventResponse): string {
  const [type, event, path] = [fields.type, fields.event, fields.path].map((text) => String(text ?? ""));
  const entries = typeof properties === "object" && properties !== null ? Object.entries(properties) : [];
  const texts = Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
  return describeEvent({ type: type ?? "", event: event ?? "", path: path ?? "", properties: texts })
    .sentence;
}
