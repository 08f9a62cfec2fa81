import type { UNLIMITED_FEATURES } from "@marquee/contract";
import {
  CalendarRange,
  ChartNoAxesCombined,
  ClipboardList,
  Gauge,
  HardDrive,
  type LucideIcon,
  Mail,
  Plug,
  Scale,
  Sigma,
  Target,
  TextCursorInput,
  Timer,
  UserRoundCheck,
  UsersRound,
} from "lucide-react";

/** One sign for each feature of Unlimited. */
export const FEATURE_ICONS: Record<(typeof UNLIMITED_FEATURES)[number], LucideIcon> = {
  unlimitedStorage: HardDrive,
  integrations: Plug,
  dashboards: Gauge,
  guestsWithPermissions: UserRoundCheck,
  ganttCharts: CalendarRange,
  customFields: TextCursorInput,
  columnCalculations: Sigma,
  email: Mail,
  userGroups: UsersRound,
  timeTracking: Timer,
  goalsAndPortfolios: Target,
  formView: ClipboardList,
  resourceManagement: Scale,
  agileReporting: ChartNoAxesCombined,
};
