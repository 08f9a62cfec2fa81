import { type LeadResponse, may } from "@marquee/contract/schema";
import { Badge, Button } from "@marquee/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { request } from "../../shared/api/request.ts";
import { routeKey, useRoute } from "../../shared/api/useRoute.ts";
import { formatPrecise } from "../../shared/format/format.ts";
import { Journey } from "../../shared/journey/Journey.tsx";
import { LeadStatusBadge } from "../../shared/leads/LeadStatusBadge.tsx";
import { KIND_NAMES, languageOf } from "../../shared/leads/leadTexts.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { Fields } from "../../shared/ui/Fields.tsx";
import { BackLink, TextLink } from "../../shared/ui/links.tsx";
import { type ScreenProps, useTitle } from "../../shared/ui/screen.tsx";
import { NotForViewers, Skeleton } from "../../shared/ui/states.tsx";
import { Deliveries } from "./Deliveries.tsx";
import { LeadDecisions } from "./LeadDecisions.tsx";
import { LeadNotes } from "./LeadNotes.tsx";
import { LeadPath } from "./LeadPath.tsx";
import { leadMilestones } from "./leadMilestones.ts";

/** How often a waiting delivery is refetched, in milliseconds. */
const REFRESH = 3000;

/** One submitted form: its content, what became of it, and everything its visitor did, as far as they consented. */
export function Lead({ params: { id }, account: { role } }: ScreenProps<"id">) {
  const mayRead = may(role, "seePeople");
  const lead = useRoute(
    "GET /leads/:id",
    { params: { id } },
    {
      refetchInterval: ({ state }) => (state.data?.deliveries.some(isDueSoon) ? REFRESH : false),
      enabled: mayRead,
    },
  );
  const data = lead.data;
  const title = data ? data.lead.name || data.lead.email : "Lead";
  useTitle(title);
  if (!mayRead)
    return (
      <>
        <BackLink href="/leads">Leads</BackLink>
        <NotForViewers what="Leads" />
      </>
    );
  return (
    <>
      <BackLink href="/leads">Leads</BackLink>
      <header className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="wrap-anywhere font-display text-title">{title}</h1>
        {data && <LeadStatusBadge status={data.lead.status} />}
        {data?.lead.isSpam && <Badge tone="clay">spam</Badge>}
        {data?.lead.company && <span className="text-ink-muted">{data.lead.company}</span>}
        {data && <MarkUnread id={id} />}
        {data?.lead.isUnread && <MarkRead id={id} />}
      </header>
      <QueryView query={lead}>{(answer) => <Whole {...answer} />}</QueryView>
    </>
  );
}

/** Whether the next attempt is under way or about to be. */
function isDueSoon({ nextAt }: LeadResponse["deliveries"][number]): boolean {
  return nextAt !== null && nextAt - Date.now() < 60_000;
}

function useMarkRead(id: string) {
  return useMutation({
    mutationFn: (isRead: boolean) => request("PUT /leads/:id/read", { params: { id }, body: { isRead } }),
  });
}

/** Marks the lead as read when it is opened. */
function MarkRead({ id }: { id: string }) {
  const { mutate } = useMarkRead(id);
  useEffect(() => mutate(true), [mutate]);
  return null;
}

/** Marks the lead as unread and returns to the list; opening it would mark it as read again. */
function MarkUnread({ id }: { id: string }) {
  const queries = useQueryClient();
  const mark = useMarkRead(id);
  const [, navigate] = useLocation();
  const leave = () => {
    queries.removeQueries({ queryKey: routeKey("GET /leads/:id", { params: { id } }) });
    navigate("/leads");
  };
  return (
    <Button
      size="sm"
      variant="tertiary"
      className="ml-auto"
      disabled={mark.isPending}
      onClick={() => mark.mutate(false, { onSuccess: leave })}
    >
      Mark as unread
    </Button>
  );
}

function Whole({ lead, deliveries, attempts, entries, meetings, isEmailConnected }: LeadResponse) {
  const journey = useRoute("GET /leads/:id/journey", { params: { id: lead.id } });
  const hasFailed = deliveries.some(({ state }) => state === "failed");
  const deliveriesPart = (
    <Deliveries key="deliveries" lead={lead} deliveries={deliveries} attempts={attempts} />
  );
  const milestones = leadMilestones({ lead, attempts, entries });
  return (
    <>
      <LeadPath lead={lead} meetings={meetings} journey={journey.data} isLoading={journey.isPending} />
      <div className="mt-6 grid items-start gap-x-10 gap-y-8 lg:grid-cols-[1fr_22rem] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0 lg:col-start-2">
          <LeadDecisions lead={lead} isEmailConnected={isEmailConnected} />
        </div>
        <div className="grid min-w-0 gap-8 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <section className="min-w-0">
            <h2 className="font-medium">Message</h2>
            {lead.message ? (
              <p className="wrap-anywhere mt-2 max-w-prose whitespace-pre-wrap">{lead.message}</p>
            ) : (
              <p className="mt-2 text-ink-muted">None</p>
            )}
          </section>
          <section className="min-w-0">
            <h2 className="mb-3 font-medium">Timeline</h2>
            <QueryView query={journey} loading={<Skeleton className="h-72" />}>
              {({ visits, hasMore }) => (
                <>
                  {visits.length === 0 && <NoVisits hasConsent={lead.hasConsent} />}
                  <Journey visits={visits} milestones={milestones} hasMore={hasMore} />
                </>
              )}
            </QueryView>
          </section>
        </div>
        <div className="grid min-w-0 gap-8 lg:col-start-2">
          {/* Failed deliveries need a decision, so they come first. */}
          {hasFailed && deliveriesPart}
          <LeadNotes lead={lead} entries={entries} />
          {!hasFailed && deliveriesPart}
          <Fields
            title="Form"
            fields={[
              ["Name", lead.name],
              ["Email", lead.email],
              ["Company", lead.company],
              ["Company size", lead.companySize],
              ["Form", KIND_NAMES[lead.kind]],
              ["Language", languageOf(lead.locale)],
              ["Page", lead.pagePath],
              ["Part of the page", lead.location],
              ["Sent", formatPrecise(lead.createdAt)],
              ["Meeting route", lead.route],
              [
                "Person",
                <TextLink key="person" href={`/people/${lead.id}`}>
                  All visits and leads
                </TextLink>,
              ],
            ]}
          />
          {Object.keys(lead.attribution).length > 0 && (
            <Fields title="Campaign" fields={Object.entries(lead.attribution)} />
          )}
        </div>
      </div>
    </>
  );
}

function NoVisits({ hasConsent }: { hasConsent: boolean }) {
  return (
    <p className="mb-4 max-w-prose border-hairline border-l-2 pl-3 text-ink-muted">
      {hasConsent
        ? "The visits before this form are no longer stored: they were deleted on request, or expired."
        : "This visitor did not consent to analytics, so their visits were not measured. Only the form's history is known."}
    </p>
  );
}
