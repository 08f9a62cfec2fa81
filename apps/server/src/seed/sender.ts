import {
  ALL_CONSENT_GROUPS,
  attributionOf,
  describeBrowser,
  type EventName,
  type Timestamp,
} from "@marquee/contract";
import { enrich, type RequestFacts } from "../collect/enrich.ts";
import { textRules } from "../collect/textRules.ts";
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
      categoryPreferences: Object.fromEntries(
        ALL_CONSENT_GROUPS.map((group) => [group, visitor.groups.includes(group)]),
      ),
    },
  };
  const browser = describeBrowser(userAgent);
  const facts = factsOf(site, person);
  let sent = 0;
  const messageId = () => {
    sent += 1;
    return `${id}-${sent}`;
  };
  const viewPage = (at: Timestamp, { page, before, isFirst }: View): EventRow => {
    const url = origin + page.path;
    const search = isFirst ? query : "";
    const referrer = before ? origin + before.path : arrival.referrer;
    const address = { url, path: page.path, title: page.title, referrer };
    const sentEvent = {
      type: "page",
      event: "",
      messageId: messageId(),
      timestamp: at,
      anonymousId: visitor.id,
      properties: { ...address, actual_url: url + search, actual_path: page.path, search, ...browser },
      context: {
        ...shared,
        page: { ...address, search },
        ...(isFirst && page.version && { pageVersion: page.version }),
      },
    };
    return { ...enrich(sentEvent, { ...facts, receivedAt: at }), demo: 1 };
  };
  return {
    viewPage,
    /** The row of a track call on a viewed page. It differs from the page's in a few columns only, and making that one takes a while. */
    trackOn: (view: EventRow, at: Timestamp, event: EventName, properties: object): EventRow => ({
      ...view,
      message_id: messageId(),
      type: "track",
      event,
      received_at: at,
      timestamp: at,
      original_timestamp: at,
      // Only the page call has the address with its query.
      url: view.url.replace(/\?.*/, ""),
      properties: JSON.stringify(properties),
    }),
    attribution: last,
    experiments: running,
    userAgent,
  };
}

function factsOf(site: SiteIdentity, { country }: DemoPerson): Omit<RequestFacts, "receivedAt"> {
  return {
    userAgent: "",
    writeKey: "demo",
    country,
    sentAt: null,
    correctionOf: () => 0,
    sessionOf: () => 0,
    customers: { groupIds: [], domains: [] },
    site,
    rules: textRules(site.hosts, new Set()),
  };
}
