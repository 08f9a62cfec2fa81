import { formatCounted } from "@marquee/contract";
import type { LeadDelivery, LeadResponse } from "@marquee/contract/schema";
import { Badge, Button } from "@marquee/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { request } from "../../shared/api/request.ts";
import { reload, routeKey } from "../../shared/api/useRoute.ts";
import { formatPrecise } from "../../shared/format/format.ts";
import { DESTINATION_NAMES, STATE_NAMES, STATE_TONES } from "../../shared/leads/leadTexts.ts";
import { TextLink } from "../../shared/ui/links.tsx";
import { InlineError } from "../../shared/ui/states.tsx";

/** Where a lead was delivered, and a button to retry failed deliveries. */
export function Deliveries({
  lead,
  deliveries,
  attempts,
}: Pick<LeadResponse, "lead" | "deliveries" | "attempts">) {
  return (
    <section className="min-w-0">
      <h2 className="font-medium">Deliveries</h2>
      {deliveries.length === 0 && (
        <p className="mt-2 max-w-prose text-ink-muted">
          {lead.isSpam ? "Leads that look like spam are not delivered." : "No destination was connected."}{" "}
          <TextLink href="/connections">Connections</TextLink>
        </p>
      )}
      <ul className="mt-2">
        {deliveries.map((delivery) => (
          <li key={delivery.destination} className="border-hairline border-t py-3">
            <Delivery id={lead.id} delivery={delivery} />
            <Attempts attempts={attempts.filter(({ destination }) => destination === delivery.destination)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Delivery({ id, delivery }: { id: string; delivery: LeadDelivery }) {
  const { destination, state, error } = delivery;
  const name = DESTINATION_NAMES[destination];
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: () => request("POST /leads/:id/send-again", { params: { id }, body: { destination } }),
    onSuccess: (answer) => queries.setQueryData(routeKey("GET /leads/:id", { params: { id } }), answer),
    onError: () => reload(queries, "GET /leads/:id"),
  });
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="font-medium">{name}</span>
        <Badge tone={STATE_TONES[state]}>{STATE_NAMES[state]}</Badge>
        {state === "failed" && (
          <Button
            variant="secondary"
            size="sm"
            className="ml-auto"
            disabled={again.isPending}
            onClick={() => again.mutate()}
          >
            Send again
            <span className="sr-only"> to {name}</span>
          </Button>
        )}
      </div>
      <p className="mt-1 text-ink-muted text-xs">{progressOf(delivery)}</p>
      {error && <p className="wrap-anywhere mt-2 border-clay border-l-2 bg-clay-soft px-3 py-2">{error}</p>}
      <InlineError error={again.error} />
    </>
  );
}

/** The time and failure reason of each attempt, newest first. A single attempt is already described above. */
function Attempts({ attempts }: Pick<LeadResponse, "attempts">) {
  if (attempts.length < 2) return null;
  return (
    <details className="mt-2 text-xs">
      <summary className="cursor-pointer text-ink-muted underline decoration-hairline underline-offset-4 hover:decoration-current">
        All {attempts.length} attempts
      </summary>
      <ol className="mt-1">
        {attempts.map(({ at, error }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never move.
          <li key={index} className="border-hairline border-t py-1.5">
            <span className="block text-ink-muted tabular-nums">{formatPrecise(at)}</span>
            <span className="wrap-anywhere">{error ?? "Delivered"}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

function progressOf({ state, attempts, attemptedAt, nextAt }: LeadDelivery): string {
  const last = attemptedAt === null ? "" : formatPrecise(attemptedAt);
  if (state === "delivered") return `Delivered ${last}, ${formatCounted(attempts, "attempt")}`;
  if (state === "failed") return `Last attempt ${last}, ${formatCounted(attempts, "attempt")}`;
  if (attempts === 0 || nextAt === null) return "The first attempt starts immediately.";
  return `${formatCounted(attempts, "attempt")}. The next one is due ${formatPrecise(nextAt)}.`;
}
