import type { LeadResponse } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { useQuery } from "@tanstack/react-query";
import { request } from "../../shared/api/request.ts";
import { formatPrecise } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { Fields } from "../../shared/ui/Fields.tsx";
import { BackLink, TextLink } from "../../shared/ui/links.tsx";
import { type ScreenProps, useTitle } from "../../shared/ui/screen.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";
import { Deliveries } from "./Deliveries.tsx";
import { KIND_NAMES, languageOf } from "./leadTexts.ts";

/** How often a waiting delivery is looked up, in milliseconds. */
const REFRESH = 3000;

/** One submitted form, with its deliveries. */
export function Lead({ params: { id } }: ScreenProps<"id">) {
  const lead = useQuery({
    queryKey: ["lead", id],
    queryFn: () => request("GET /leads/:id", { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.deliveries.some(isDueSoon) ? REFRESH : false),
  });
  const title = lead.data ? lead.data.lead.name || lead.data.lead.email : "Lead";
  useTitle(title);
  return (
    <>
      <BackLink href="/leads">Leads</BackLink>
      <header className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="wrap-anywhere font-display text-title">{title}</h1>
        {lead.data && <Badge>{KIND_NAMES[lead.data.lead.kind]}</Badge>}
        {lead.data?.lead.isSpam && <Badge tone="clay">spam</Badge>}
      </header>
      <QueryView query={lead} loading={<Skeleton className="mt-5 h-96" />}>
        {(data) => <Whole {...data} />}
      </QueryView>
    </>
  );
}

/** Whether the next attempt is under way or about to be. */
function isDueSoon({ nextAt }: LeadResponse["deliveries"][number]): boolean {
  return nextAt !== null && nextAt - Date.now() < 60_000;
}

function Whole({ lead, deliveries }: LeadResponse) {
  return (
    <div className="mt-6 grid items-start gap-8 lg:grid-cols-2">
      <div className="grid gap-8">
        <section className="min-w-0">
          <h2 className="font-medium">Message</h2>
          {lead.message ? (
            <p className="wrap-anywhere mt-2 max-w-prose whitespace-pre-wrap">{lead.message}</p>
          ) : (
            <p className="mt-2 text-ink-muted">None</p>
          )}
        </section>
        <Deliveries lead={lead} deliveries={deliveries} />
      </div>
      <div className="grid gap-8">
        <Fields
          title="Form"
          fields={[
            ["Name", lead.name],
            ["Email", lead.email],
            ["Company size", lead.companySize],
            ["Language", languageOf(lead.locale)],
            ["Page", lead.pagePath],
            ["Part of the page", lead.location],
            ["Sent", formatPrecise(lead.createdAt)],
            ["Meeting route", lead.route],
            [
              "Data of this person",
              <TextLink key="rights" href={`/rights?id=${encodeURIComponent(lead.email)}`}>
                Privacy requests
              </TextLink>,
            ],
          ]}
        />
        {Object.keys(lead.attribution).length > 0 && (
          <Fields title="Campaign" fields={Object.entries(lead.attribution)} />
        )}
      </div>
    </div>
  );
}
