import {
  ALL_CONSENT_GROUPS,
  attributionOf,
  describeBrowser,
  type EventProperties,
  ONE_SECOND,
} from "@marquee/contract";
import { enrich } from "../ingest/enrich.ts";
import type { RequestFacts } from "../ingest/event.types.ts";
import { textRules } from "../ingest/textRules.ts";
import type { SiteIdentity } from "../platform/config/siteOf.ts";
import type { EventRow } from "../platform/storage/events/eventRow.types.ts";
import { formatVariationsCookie } from "../platform/visitor/variationsCookie.ts";
import type { DemoPerson } from "./audience.ts";
import { exposureOf, runningAt } from "./experiments.ts";
import { demoId } from "./marks.ts";
import type { PageAction, SitePage } from "./sitePage.ts";
import type { DemoView, Viewing, VisitOptions } from "./visit.types.ts";

const CLICK_AFTER = 4 * ONE_SECOND;

/** Creates rows like those from a browser's events, marked as demo. Time advances with each event. */
export function createSender(options: VisitOptions) {
  const { id, visitor, arrival, startedAt, site, origin, experiments, random } = options;
  const { person, isCustomer } = visitor;
  const parameters = new URLSearchParams(arrival.utm).toString();
  const query = parameters && `?${parameters}`;
  const userAgent = person.userAgentAt(startedAt);
  const { referrer } = arrival;
  const last = attributionOf({ url: `${origin}/${query}`, referrer, ownHosts: site.hosts });
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
    library: { name: "demo", version: "1" },
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
  const events: EventRow[] = [];
  const views: DemoView[] = [];
  let at = startedAt;
  const nextId = () => `${id}-${events.length + 1}`;
  const pageCall = (page: SitePage): EventRow => {
    const before = views.at(-1)?.page;
    const search = before ? "" : query;
    const url = origin + page.path;
    const address = {
      url,
      path: page.path,
      title: page.title,
      referrer: before ? origin + before.path : referrer,
    };
    const sentEvent = {
      type: "page",
      event: "",
      messageId: nextId(),
      timestamp: at,
      anonymousId: visitor.id,
      properties: { ...address, actual_url: url + search, actual_path: page.path, search, ...browser },
      context: {
        ...shared,
        page: { ...address, search },
        ...(!before && page.version && { pageVersion: page.version }),
      },
    };
    return { ...enrich(sentEvent, { ...facts, receivedAt: at }), demo: 1 };
  };
  return {
    events,
    views,
    attribution: last,
    experiments: running,
    /** Views a page. @param reach how far the visitor scrolls. */
    open(page: SitePage, reach: number): Viewing {
      const event = pageCall(page);
      const view: DemoView = { page, at, event, reach, clicks: [] };
      events.push(event);
      views.push(view);
      // Only the page call has the URL with its query.
      const url = event.url.replace(/\?.*/, "");
      const track: Viewing["track"] = (name, properties, after) => {
        at += after;
        // It differs from the page call in only a few columns, and creating that one is slow.
        events.push({
          ...event,
          message_id: nextId(),
          type: "track",
          event: name,
          url,
          received_at: at,
          timestamp: at,
          original_timestamp: at,
          properties: JSON.stringify(properties),
        });
      };
      return {
        ...view,
        random,
        track,
        click(target) {
          if ("tracking" in target && target.tracking)
            track("click web", clickOf(target, target.tracking, origin), CLICK_AFTER);
          else at += CLICK_AFTER;
          view.clicks.push({ ...target, at });
        },
        wait(time) {
          at += time;
          return at;
        },
      };
    },
  };
}

function clickOf(
  { sectionId, root, parent, location, label, href }: PageAction,
  tracking: Readonly<Record<string, string>>,
  origin: string,
): EventProperties["click web"] {
  const buttonClicked = tracking.buttonClicked ?? label;
  return {
    ...(sectionId && { sectionId }),
    ...tracking,
    root,
    parent,
    location,
    buttonClicked,
    clickedLocation: [root, location, buttonClicked].join(" > "),
    ...(href && { href: new URL(href, origin).href }),
  };
}

function factsOf(site: SiteIdentity, { country }: DemoPerson): Omit<RequestFacts, "receivedAt"> {
  return {
    userAgent: "",
    writeKey: "demo",
    country,
    site,
    sentAt: null,
    correctionOf: () => 0,
    sessionOf: () => 0,
    customers: { groupIds: [], domains: [] },
    rules: textRules(site.hosts, new Set()),
  };
}
