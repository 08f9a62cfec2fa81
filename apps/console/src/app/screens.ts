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

interface Screen {
  href: string;
  label: string;
  Icon: LucideIcon;
}

/** Every screen, in the groups that the navigation shows. */
export const SCREENS: readonly { group: string; screens: readonly Screen[] }[] = [
  {
    group: "Traffic",
    screens: [
      { href: "/", label: "Overview", Icon: ChartLine },
      { href: "/live", label: "Live", Icon: Radio },
    ],
  },
  {
    group: "Site",
    screens: [
      { href: "/flags", label: "Flags", Icon: Flag },
      { href: "/experiments", label: "Experiments", Icon: FlaskConical },
      { href: "/banner", label: "Banner", Icon: Megaphone },
    ],
  },
  {
    group: "Visitors",
    screens: [
      { href: "/replays", label: "Replays", Icon: Film },
      { href: "/heatmaps", label: "Heatmaps", Icon: MousePointerClick },
    ],
  },
  {
    group: "Site health",
    screens: [
      { href: "/speed", label: "Speed", Icon: Gauge },
      { href: "/errors", label: "Errors", Icon: Bug },
      { href: "/monitoring", label: "Monitoring", Icon: MonitorCheck },
    ],
  },
  {
    group: "Data",
    screens: [
      { href: "/events", label: "Events", Icon: ScrollText },
      { href: "/quality", label: "Data quality", Icon: Activity },
    ],
  },
  {
    group: "Privacy",
    screens: [
      { href: "/consent", label: "Consent", Icon: ShieldCheck },
      { href: "/rights", label: "Data rights", Icon: UserRound },
    ],
  },
  {
    group: "Settings",
    screens: [
      { href: "/recording", label: "Recording", Icon: Video },
      { href: "/people", label: "People", Icon: UsersRound },
      { href: "/changes", label: "Changes", Icon: History },
    ],
  },
];

/** Whether `location` is a screen or lies below it. */
export function isWithin(href: string, location: string): boolean {
  return location === href || (href !== "/" && location.startsWith(`${href}/`));
}
