import { type Access, type Area, mayOpen } from "@marquee/contract/schema";
import {
  Activity,
  BellRing,
  Bug,
  ChartLine,
  CodeXml,
  ContactRound,
  FileText,
  FileUp,
  Film,
  Flag,
  FlaskConical,
  Gauge,
  Globe,
  History,
  Inbox,
  KeyRound,
  LayoutDashboard,
  Link2,
  LockKeyhole,
  type LucideIcon,
  Megaphone,
  MousePointerClick,
  Plug,
  Route,
  ScrollText,
  Server,
  ShieldCheck,
  Split,
  Target,
  UserRound,
  UsersRound,
  Video,
} from "lucide-react";
import type { ComponentType } from "react";
import type { ScreenProps } from "../shared/ui/screen.tsx";
import { screenComponent } from "./screenComponent.tsx";

/** Groups of the navigation, in display order. In wide windows, the screens of the last one have a list of their own. */
export const GROUPS = ["Traffic", "Visitors", "Site", "Health", "Settings"] as const;
export type Group = (typeof GROUPS)[number];

export interface Screen {
  path: string;
  title: string;
  /**
   * The area it belongs to, for people whose access an owner has limited to some areas; undefined if it is
   * for everyone.
   */
  area?: Area;
  /** The navigation group. Screens without one are not listed. */
  group?: Group;
  /** Path of the listed screen that leads to this one, which the navigation marks instead. */
  under?: string;
  Icon?: LucideIcon;
  /** The letter that opens the screen after `g`. */
  letter?: string;
  /** Other words that people search for when looking for this screen, separated by commas. */
  keywords?: string;
  /** Loads the screen's code on demand, to keep the console's first load small. */
  load: () => Promise<ComponentType<ScreenProps<string>>>;
  Component: ComponentType<ScreenProps<string>>;
}

/** Every screen. Routes, navigation and titles are derived from this list. If two paths match, the first wins. */
export const SCREENS: readonly Screen[] = [
  screen({
    path: "/",
    title: "Overview",
    area: "analytics",
    group: "Traffic",
    Icon: ChartLine,
    letter: "o",
    keywords: "dashboard, home, traffic, visitors",
    load: () => import("../features/overview/Overview.tsx").then((file) => file.Overview),
  }),
  screen({
    path: "/boards",
    title: "Boards",
    area: "analytics",
    group: "Traffic",
    Icon: LayoutDashboard,
    letter: "d",
    keywords: "dashboards, saved reports, shared links, pinned, schedule, email reports",
    load: () => import("../features/boards/Boards.tsx").then((file) => file.Boards),
  }),
  screen({
    path: "/boards/:id",
    title: "Board",
    area: "analytics",
    load: () => import("../features/boards/Board.tsx").then((file) => file.Board),
  }),
  screen({
    path: "/goals",
    title: "Goals",
    area: "analytics",
    group: "Traffic",
    Icon: Target,
    letter: "t",
    keywords: "conversions, targets",
    load: () => import("../features/goals/Goals.tsx").then((file) => file.Goals),
  }),
  screen({
    path: "/attribution",
    title: "Attribution",
    area: "analytics",
    group: "Traffic",
    Icon: Split,
    letter: "a",
    keywords: "channels, campaigns, first touch, last touch, models, ad cost, cost per lead",
    load: () => import("../features/attribution/Attribution.tsx").then((file) => file.Attribution),
  }),
  screen({
    path: "/campaign-links",
    title: "Campaign links",
    area: "analytics",
    group: "Traffic",
    Icon: Link2,
    letter: "k",
    keywords: "UTM, tagged links, URL builder, QR codes",
    load: () => import("../features/campaignLinks/CampaignLinks.tsx").then((file) => file.CampaignLinks),
  }),
  screen({
    path: "/journeys",
    title: "Journeys",
    area: "analytics",
    group: "Traffic",
    Icon: Route,
    letter: "j",
    keywords: "funnels, paths, retention, drop-off, cohorts, flow",
    load: () => import("../features/journeys/funnels/Funnels.tsx").then((file) => file.Funnels),
  }),
  screen({
    path: "/journeys/paths",
    title: "Paths",
    area: "analytics",
    keywords: "journeys, flow, Sankey, next page",
    load: () => import("../features/journeys/paths/Paths.tsx").then((file) => file.Paths),
  }),
  screen({
    path: "/journeys/retention",
    title: "Retention",
    area: "analytics",
    keywords: "journeys, cohorts, returning visitors",
    load: () => import("../features/journeys/retention/Retention.tsx").then((file) => file.Retention),
  }),
  screen({
    path: "/pages",
    title: "Pages",
    area: "content",
    group: "Site",
    Icon: FileText,
    letter: "w",
    keywords: "content, texts, copy, translations, languages, drafts, headline, prices, plans, CMS, editor",
    load: () => import("../features/content/Pages.tsx").then((file) => file.Pages),
  }),
  screen({
    path: "/pages/:key",
    title: "Page",
    area: "content",
    load: () => import("../features/content/PageEditor.tsx").then((file) => file.PageEditor),
  }),
  screen({
    path: "/redirects",
    title: "Redirects",
    area: "content",
    under: "/pages",
    keywords: "redirects, 301, 302, 404, 410, missing pages, old addresses, moved, renamed",
    load: () => import("../features/content/Redirects.tsx").then((file) => file.Redirects),
  }),
  screen({
    path: "/meeting-routes",
    title: "Meeting routes",
    area: "content",
    under: "/leads",
    keywords: "leads, booking pages, calendars, schedulers, routing, rules, Cal.com, Chili Piper",
    load: () =>
      import("../features/content/meetingRoutes/MeetingRoutesScreen.tsx").then(
        (file) => file.MeetingRoutesScreen,
      ),
  }),
  screen({
    path: "/images",
    title: "Images",
    area: "content",
    under: "/pages",
    keywords: "pictures, photos, upload, media, assets, alt text, alternative text, focal point",
    load: () => import("../features/content/Images.tsx").then((file) => file.Images),
  }),
  screen({
    path: "/images/:key",
    title: "Image",
    area: "content",
    load: () => import("../features/content/ImageEditor.tsx").then((file) => file.ImageEditor),
  }),
  screen({
    path: "/languages",
    title: "Languages",
    area: "content",
    under: "/pages",
    keywords: "translations, localization, missing, outdated, XLIFF, import, export, French, German",
    load: () => import("../features/content/languages/Languages.tsx").then((file) => file.Languages),
  }),
  screen({
    path: "/languages/:key",
    title: "Translation",
    area: "content",
    load: () => import("../features/content/languages/Translation.tsx").then((file) => file.Translation),
  }),
  screen({
    path: "/publications",
    title: "Publications",
    area: "content",
    under: "/pages",
    keywords: "publications, revisions, published, undo, restore, content history",
    load: () => import("../features/content/Publications.tsx").then((file) => file.Publications),
  }),
  screen({
    path: "/preview",
    title: "Preview",
    area: "content",
    under: "/pages",
    keywords: "time travel, draft, simulate, visitor, audience, date, compare, side by side",
    load: () => import("../features/content/Preview.tsx").then((file) => file.Preview),
  }),
  screen({
    path: "/flags",
    title: "Flags",
    area: "content",
    group: "Site",
    Icon: Flag,
    letter: "f",
    keywords: "features, toggles",
    load: () => import("../features/flags/Flags.tsx").then((file) => file.Flags),
  }),
  screen({
    path: "/flags/:key",
    title: "Flag",
    area: "content",
    load: () => import("../features/flags/FlagEditor.tsx").then((file) => file.FlagEditor),
  }),
  screen({
    path: "/experiments",
    title: "Experiments",
    area: "content",
    group: "Site",
    Icon: FlaskConical,
    letter: "e",
    keywords: "A/B tests",
    load: () => import("../features/experiments/Experiments.tsx").then((file) => file.Experiments),
  }),
  screen({
    path: "/experiments/new",
    title: "New experiment",
    area: "content",
    load: () =>
      import("../features/experiments/editor/ExperimentEditor.tsx").then((file) => file.NewExperiment),
  }),
  screen({
    path: "/experiments/:key",
    title: "Experiment",
    area: "content",
    load: () => import("../features/experiments/detail/Experiment.tsx").then((file) => file.Experiment),
  }),
  screen({
    path: "/experiments/:key/edit",
    title: "Edit experiment",
    area: "content",
    load: () =>
      import("../features/experiments/editor/ExperimentEditor.tsx").then((file) => file.EditExperiment),
  }),
  screen({
    path: "/banner",
    title: "Banner",
    area: "content",
    group: "Site",
    Icon: Megaphone,
    letter: "b",
    keywords: "announcement",
    load: () => import("../features/content/banner/BannerScreen.tsx").then((file) => file.BannerScreen),
  }),
  screen({
    path: "/banner/:locale",
    title: "Banner",
    area: "content",
    load: () => import("../features/content/banner/BannerScreen.tsx").then((file) => file.TranslatedBanner),
  }),
  screen({
    path: "/leads",
    title: "Leads",
    area: "analytics",
    group: "Visitors",
    Icon: Inbox,
    letter: "l",
    keywords: "contacts, forms, sign-ups",
    load: () => import("../features/leads/Leads.tsx").then((file) => file.Leads),
  }),
  screen({
    path: "/leads/:id",
    title: "Lead",
    area: "analytics",
    load: () => import("../features/leads/Lead.tsx").then((file) => file.Lead),
  }),
  screen({
    path: "/people",
    title: "People",
    area: "analytics",
    group: "Visitors",
    Icon: ContactRound,
    keywords: "visitors, profiles, users, contacts, identities",
    load: () => import("../features/people/People").then((file) => file.People),
  }),
  screen({
    path: "/people/:id",
    title: "Person",
    area: "analytics",
    load: () => import("../features/people/Person").then((file) => file.Person),
  }),
  screen({
    path: "/replays",
    title: "Replays",
    area: "analytics",
    group: "Visitors",
    Icon: Film,
    letter: "r",
    keywords: "recordings, sessions",
    load: () => import("../features/replays/Replays.tsx").then((file) => file.Replays),
  }),
  screen({
    path: "/replays/:id",
    title: "Replay",
    area: "analytics",
    load: () => import("../features/replays/watch/Replay.tsx").then((file) => file.Replay),
  }),
  screen({
    path: "/heatmaps",
    title: "Heatmaps",
    area: "analytics",
    group: "Visitors",
    Icon: MousePointerClick,
    letter: "h",
    keywords: "clicks, scroll depth",
    load: () => import("../features/heatmaps/Heatmaps.tsx").then((file) => file.Heatmaps),
  }),
  screen({
    path: "/alerts",
    title: "Alerts",
    area: "analytics",
    group: "Health",
    Icon: BellRing,
    letter: "n",
    keywords: "alarms, notifications, anomalies, monitoring, digest, weekly report, Slack, email",
    load: () => import("../features/alerts/Alerts.tsx").then((file) => file.Alerts),
  }),
  screen({
    path: "/speed",
    title: "Speed",
    area: "technical",
    group: "Health",
    Icon: Gauge,
    letter: "s",
    keywords: "web vitals, performance, LCP, INP, CLS, resources, long tasks, monitoring, RUM, Datadog",
    load: () => import("../features/speed/Speed.tsx").then((file) => file.Speed),
  }),
  screen({
    path: "/errors",
    title: "Errors",
    area: "technical",
    group: "Health",
    Icon: Bug,
    letter: "x",
    keywords: "exceptions, crashes, monitoring, RUM, Datadog",
    load: () => import("../features/errors/Errors.tsx").then((file) => file.Errors),
  }),
  screen({
    path: "/events",
    title: "Events",
    area: "analytics",
    group: "Traffic",
    Icon: ScrollText,
    letter: "v",
    keywords: "live, now, real time, log, track, page views",
    load: () => import("../features/events/Events.tsx").then((file) => file.Events),
  }),
  screen({
    path: "/events/:messageId",
    title: "Event",
    area: "analytics",
    load: () => import("../features/events/EventDetails.tsx").then((file) => file.EventDetails),
  }),
  screen({
    path: "/consent",
    title: "Consent",
    area: "privacy",
    group: "Visitors",
    Icon: ShieldCheck,
    letter: "c",
    keywords: "cookies, receipts, OneTrust",
    load: () => import("../features/consent/Consent.tsx").then((file) => file.Consent),
  }),
  screen({
    path: "/site",
    title: "Site settings",
    area: "technical",
    group: "Settings",
    Icon: Globe,
    letter: ",",
    keywords: "hosts, time zone, domain",
    load: () =>
      import("../features/siteSettings/SiteSettingsScreen.tsx").then((file) => file.SiteSettingsScreen),
  }),
  screen({
    path: "/recording",
    title: "Recording settings",
    area: "privacy",
    group: "Settings",
    Icon: Video,
    keywords: "replay, sample rate, masking",
    load: () =>
      import("../features/recordingSettings/RecordingSettingsScreen.tsx").then(
        (file) => file.RecordingSettingsScreen,
      ),
  }),
  screen({
    path: "/install",
    title: "Install",
    area: "technical",
    group: "Settings",
    Icon: CodeXml,
    keywords: "snippet, tracking code, write key",
    load: () => import("../features/install/Install.tsx").then((file) => file.Install),
  }),
  screen({
    path: "/connections",
    title: "Connections",
    area: "technical",
    group: "Settings",
    Icon: Plug,
    keywords: "integrations, Slack, webhook, Contentful, GrowthBook",
    load: () => import("../features/connections/Connections.tsx").then((file) => file.Connections),
  }),
  screen({
    path: "/connections/:kind",
    title: "Connection",
    area: "technical",
    load: () => import("../features/connections/ConnectionScreen.tsx").then((file) => file.ConnectionScreen),
  }),
  screen({
    path: "/import",
    title: "Import",
    area: "analytics",
    group: "Settings",
    Icon: FileUp,
    keywords: "history, Google Analytics, GA4, Plausible, CSV, migrate, upload",
    load: () => import("../features/imports/Imports.tsx").then((file) => file.Imports),
  }),
  screen({
    path: "/api-keys",
    title: "API keys",
    area: "technical",
    group: "Settings",
    Icon: KeyRound,
    keywords: "tokens, programs, REST, Google Sheets",
    load: () => import("../features/apiKeys/ApiKeys.tsx").then((file) => file.ApiKeys),
  }),
  screen({
    path: "/quality",
    title: "Data quality",
    area: "technical",
    group: "Settings",
    Icon: Activity,
    letter: "q",
    keywords: "rejected, waiting events, bots",
    load: () => import("../features/quality/Quality.tsx").then((file) => file.Quality),
  }),
  screen({
    path: "/system",
    title: "System",
    area: "technical",
    group: "Settings",
    Icon: Server,
    keywords:
      "status, instances, servers, health, memory, disk, jobs, backup, version, operations, monitoring",
    load: () => import("../features/system/System.tsx").then((file) => file.System),
  }),
  screen({
    path: "/privacy-requests",
    title: "Privacy requests",
    area: "privacy",
    group: "Settings",
    Icon: UserRound,
    letter: "p",
    keywords: "GDPR, delete, export, rights",
    load: () => import("../features/privacy/PrivacyRequests.tsx").then((file) => file.PrivacyRequests),
  }),
  screen({
    path: "/team",
    title: "Team",
    group: "Settings",
    Icon: UsersRound,
    keywords: "users, people, invite, roles, accounts",
    load: () => import("../features/team/Team.tsx").then((file) => file.Team),
  }),
  screen({
    path: "/changes",
    title: "Changes",
    group: "Settings",
    Icon: History,
    keywords: "history, audit log, revert",
    load: () => import("../features/changes/Changes.tsx").then((file) => file.Changes),
  }),
  screen({
    path: "/security-log",
    title: "Security log",
    area: "technical",
    group: "Settings",
    Icon: LockKeyhole,
    keywords: "sign-ins, failed, audit, lock-out, access",
    load: () => import("../features/securityLog/SecurityLog.tsx").then((file) => file.SecurityLog),
  }),
  screen({
    path: "/do-not-count",
    title: "Visits of this browser",
    keywords: "do not count me, opt out",
    load: () => import("../features/counting/CountingScreen.tsx").then((file) => file.CountingScreen),
  }),
  screen({
    path: "/account",
    title: "Account",
    keywords: "password, passkey, two-factor, sessions",
    load: () => import("../features/account/AccountScreen.tsx").then((file) => file.AccountScreen),
  }),
];

/** The screens of the navigation in its order, then the others. */
export const ORDERED_SCREENS: readonly Screen[] = [...GROUPS, undefined].flatMap((name) =>
  SCREENS.filter(({ group }) => group === name),
);

/** Whether a person's areas include a screen. */
export function maySee(access: Access, { area = null }: { area?: Area | null }): boolean {
  return mayOpen(access, area);
}

/** Whether `location` is at `path` or below it. */
export function isWithin(path: string, location: string): boolean {
  return location === path || (path !== "/" && location.startsWith(`${path}/`));
}

/**
 * The screen of the navigation that `location` belongs to: the screen itself, or the list that contains the
 * entry.
 */
export function screenAt(location: string): Screen | undefined {
  return SCREENS.find(({ path, group }) => group !== undefined && isWithin(path, location));
}

/** Whether the navigation marks the screen at `path` while `location` is open. */
export function isMarked(path: string, location: string): boolean {
  if (isWithin(path, location)) return true;
  return SCREENS.some((screen) => screen.under === path && isWithin(screen.path, location));
}

type ParamsOf<Path extends string> = Path extends `${string}:${infer Param}/${infer Rest}`
  ? Param | ParamsOf<Rest>
  : Path extends `${string}:${infer Param}`
    ? Param
    : never;

interface Entry<Path extends string> extends Omit<Screen, "path" | "load" | "Component"> {
  path: Path;
  load: () => Promise<ComponentType<ScreenProps<ParamsOf<Path>>>>;
}

/** Checks at compile time that a screen reads only the parameters in its path, which are exactly those that the router passes. */
function screen<Path extends string>(entry: Entry<Path>): Screen {
  return { ...entry, ...screenComponent(entry.load as Screen["load"]) };
}
