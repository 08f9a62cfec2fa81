import {
  attributionOf,
  CONSENT_GROUPS,
  describeBrowser,
  type EventName,
  type Timestamp,
} from "@marquee/contract";
import { enrich, type RequestFacts } from "../collect/enrich.ts";
import type { SiteIdentity } from "../config/siteOf.ts";
import { formatVariationsCookie } from "../flags/variationsCookie.ts";
import type { EventRow } from "../storage/events/eventRow.types.ts";
import type { DemoPerson } from "./audience.ts";
import { exposureOf, runningAt } from "./experiments.ts";
import { demoId } from "./marks.ts";
import type { SitePage } from "./sitePage.ts";
import type { VisitOptions } from "./visit.types.ts";

const LIBRARY = { name: "demo", version: "1" };

export interface View {
  page: SitePage;
  /** The page before in the same visit. */
  before: SitePage | null;
  isFirst: boolean;
}

export interface Call {
  type: "page" | "track";
  event?: EventName;
  properties?: object;
}

/** Makes rows as the server makes them of a browser's events, marked as demo. */
export function createSender({ id, visitor, arrival, startedAt, site, origin, experiments }: VisitOptions) {
  const { person, isCustomer } = visitor;
  const parameters = new URLSearchParams(arrival.utm).toString();
  const query = parameters && `?${parameters}`;
  const userAgent = person.userAgentAt(startedAt);
  const landingUrl = `${origin}/${query}`;
  // Never null: no arrival comes from the site itself.
  const last = attributionOf({ url: landingUrl, referrer: arrival.referrer, ownHosts: site.hosts });
  if (!last) throw new Error("A demo visit can't come from its own site.");
  const running = runningAt(startedAt, experiments);
  const variations = formatVariationsCookie(
    Object.fromEntries(
      running.map((experiment) => {
        const { experiment_id, experiment_phase, variation_id } = exposureOf(experiment, visitor.id);
        return [`${experiment_id}__${experiment_phase}`, variation_id];
      }),
    ),
  );
  const shared = {
    ...(variations && { variations }),
    library: LIBRARY,
    attribution: { first: visitor.first ?? last, last },
    ...(isCustomer && { audience: "customer" }),
    sessionId: startedAt,
    locale: person.locale,
    timezone: person.timezone,
    userAgent,
    screen: person.screen,
    consent: {
      receiptId: demoId("receipt", visitor.id),
      categoryPreferences: { [CONSENT_GROUPS.necessary]: true, [CONSENT_GROUPS.analytics]: true },
    },
  };
  const browser = describeBrowser(userAgent);
  const facts = factsOf(site, person);
  let sent = 0;
  let latest: { page: SitePage; row: EventRow } | null = null;
  const toRow = (
    at: Timestamp,
    { page, before, isFirst }: View,
    { type, event, properties }: Call,
  ): EventRow => {
    const url = origin + page.path;
    const search = isFirst ? query : "";
    const referrer = before ? origin + before.path : arrival.referrer;
    const address = { url, path: page.path, title: page.title, referrer };
    const ofPage = { ...address, actual_url: url + search, actual_path: page.path, search, ...browser };
    const sentEvent = {
      type,
      event: event ?? "",
      messageId: `${id}-${sent}`,
      timestamp: at,
      anonymousId: visitor.id,
      properties: type === "page" ? ofPage : properties,
      context: {
        ...shared,
        page: { ...address, search },
        ...(isFirst && page.version && { pageVersion: page.version }),
      },
    };
    return { ...enrich(sentEvent, { ...facts, receivedAt: at }), demo: 1 };
  };
  const send = (at: Timestamp, view: View, call: Call): EventRow => {
    sent += 1;
    if (call.type === "page") return toRow(at, view, call);
    // The track calls of a view differ in what they track only, and a row takes a while.
    if (latest?.page !== view.page) latest = { page: view.page, row: toRow(at, view, call) };
    return {
      ...latest.row,
      message_id: `${id}-${sent}`,
      event: call.event ?? "",
      received_at: at,
      timestamp: at,
      original_timestamp: at,
      properties: JSON.stringify(call.properties),
    };
  };
  return Object.assign(send, { attribution: last, experiments: running, userAgent });
}

function factsOf(site: SiteIdentity, { country }: DemoPerson): Omit<RequestFacts, "receivedAt"> {
  return {
    userAgent: "",
    writeKey: "demo",
    country,
    sentAt: null,
    sessionOf: () => 0,
    customers: { groupIds: [], domains: [] },
    site,
  };
}
