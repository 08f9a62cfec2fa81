import {
  Activity,
  Bug,
  ChartLine,
  Film,
  Flag,
  FlaskConical,
  Gauge,
  History,
  type LucideIcon,
  Megaphone,
  MonitorCheck,
  MousePointerClick,
  Radio,
  ScrollText,
  ShieldCheck,
  UserRound,
  UsersRound,
  Video,
} from "lucide-react";
import { type ComponentType, lazy } from "react";
import { Overview } from "../features/overview/Overview.tsx";
import type { ScreenProps } from "../shared/ui/screen.types.ts";

/** Groups of the navigation, in its order. */
export const GROUPS = ["Traffic", "Site", "Visitors", "Site health", "Data", "Privacy", "Settings"] as const;

export interface Screen {
  path: string;
  title: string;
  Component: ComponentType<ScreenProps<string>>;
  /** Where the navigation lists it; screens below another one are not listed. */
  group?: (typeof GROUPS)[number];
  Icon?: LucideIcon;
}

export const loadReplay = () => import("../features/replays/watch/Replay.tsx");

/** Every screen. Routes, navigation and titles follow from it; of two paths that match, the first counts. */
export const SCREENS: readonly Screen[] = [
  screen({ path: "/", title: "Overview", group: "Traffic", Icon: ChartLine, Component: Overview }),
  screen({
    path: "/live",
    title: "Live",
    group: "Traffic",
    Icon: Radio,
    Component: lazyScreen("Live", () => import("../features/live/Live.tsx")),
  }),
  screen({
    path: "/flags",
    title: "Flags",
    group: "Site",
    Icon: Flag,
    Component: lazyScreen("Flags", () => import("../features/flags/Flags.tsx")),
  }),
  screen({
    path: "/flags/:key",
    title: "Flag",
    Component: lazyScreen("FlagEditor", () => import("../features/flags/FlagEditor.tsx")),
  }),
  screen({
    path: "/experiments",
    title: "Experiments",
    group: "Site",
    Icon: FlaskConical,
    Component: lazyScreen("Experiments", () => import("../features/experiments/Experiments.tsx")),
  }),
  screen({
    path: "/experiments/new",
    title: "New experiment",
    Component: lazyScreen("NewExperiment", () => import("../features/experiments/editor/NewExperiment.tsx")),
  }),
  screen({
    path: "/experiments/:key",
    title: "Experiment",
    Component: lazyScreen("Experiment", () => import("../features/experiments/detail/Experiment.tsx")),
  }),
  screen({
    path: "/experiments/:key/edit",
    title: "Edit experiment",
    Component: lazyScreen(
      "EditExperiment",
      () => import("../features/experiments/editor/EditExperiment.tsx"),
    ),
  }),
  screen({
    path: "/banner",
    title: "Banner",
    group: "Site",
    Icon: Megaphone,
    Component: lazyScreen("BannerScreen", () => import("../features/banner/BannerScreen.tsx")),
  }),
  screen({
    path: "/replays",
    title: "Replays",
    group: "Visitors",
    Icon: Film,
    Component: lazyScreen("Replays", () => import("../features/replays/Replays.tsx")),
  }),
  screen({ path: "/replays/:id", title: "Replay", Component: lazyScreen("Replay", loadReplay) }),
  screen({
    path: "/heatmaps",
    title: "Heatmaps",
    group: "Visitors",
    Icon: MousePointerClick,
    Component: lazyScreen("Heatmaps", () => import("../features/heatmaps/Heatmaps.tsx")),
  }),
  screen({
    path: "/speed",
    title: "Speed",
    group: "Site health",
    Icon: Gauge,
    Component: lazyScreen("Speed", () => import("../features/speed/Speed.tsx")),
  }),
  screen({
    path: "/errors",
    title: "Errors",
    group: "Site health",
    Icon: Bug,
    Component: lazyScreen("Errors", () => import("../features/errors/Errors.tsx")),
  }),
  screen({
    path: "/monitoring",
    title: "Monitoring",
    group: "Site health",
    Icon: MonitorCheck,
    Component: lazyScreen("Rum", () => import("../features/rum/Rum.tsx")),
  }),
  screen({
    path: "/events",
    title: "Events",
    group: "Data",
    Icon: ScrollText,
    Component: lazyScreen("Events", () => import("../features/events/Events.tsx")),
  }),
  screen({
    path: "/events/:messageId",
    title: "Event",
    Component: lazyScreen("EventDetails", () => import("../features/events/EventDetails.tsx")),
  }),
  screen({
    path: "/quality",
    title: "Data quality",
    group: "Data",
    Icon: Activity,
    Component: lazyScreen("Quality", () => import("../features/quality/Quality.tsx")),
  }),
  screen({
    path: "/consent",
    title: "Consent",
    group: "Privacy",
    Icon: ShieldCheck,
    Component: lazyScreen("Consent", () => import("../features/consent/Consent.tsx")),
  }),
  screen({
    path: "/rights",
    title: "Data rights",
    group: "Privacy",
    Icon: UserRound,
    Component: lazyScreen("PrivacyRequests", () => import("../features/privacy/PrivacyRequests.tsx")),
  }),
  screen({
    path: "/recording",
    title: "Recording",
    group: "Settings",
    Icon: Video,
    Component: lazyScreen(
      "RecordingSettingsScreen",
      () => import("../features/recordingSettings/RecordingSettingsScreen.tsx"),
    ),
  }),
  screen({
    path: "/people",
    title: "People",
    group: "Settings",
    Icon: UsersRound,
    Component: lazyScreen("People", () => import("../features/people/People.tsx")),
  }),
  screen({
    path: "/changes",
    title: "Changes",
    group: "Settings",
    Icon: History,
    Component: lazyScreen("Changes", () => import("../features/changes/Changes.tsx")),
  }),
  screen({
    path: "/account",
    title: "Account",
    Component: lazyScreen("AccountScreen", () => import("../features/account/AccountScreen.tsx")),
  }),
];

/** Whether `location` is a screen or lies below it. */
export function isWithin(path: string, location: string): boolean {
  return location === path || (path !== "/" && location.startsWith(`${path}/`));
}

/** Names of parameters that paths have. */
type AnyParam = "key" | "id" | "messageId";

type ParamsOf<Path extends string> = Path extends `${string}:${infer Param}/${infer Rest}`
  ? Param | ParamsOf<Rest>
  : Path extends `${string}:${infer Param}`
    ? Param
    : never;

/** Checks that a screen reads only parameters that its path has; the router gives it exactly those. */
function screen<Path extends string>(
  entry: Omit<Screen, "path" | "Component"> & {
    path: Path;
    Component: ComponentType<ScreenProps<ParamsOf<Path>>>;
  },
): Screen {
  return entry as Screen;
}

/** A screen that is fetched when it is first opened, so that the console's first load stays small. */
function lazyScreen<Name extends string, File extends Record<Name, ComponentType<ScreenProps<AnyParam>>>>(
  name: Name,
  load: () => Promise<File>,
) {
  return lazy(async () => ({ default: (await load())[name] }));
}
