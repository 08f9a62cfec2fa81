import {
  ArrowRight,
  ArrowUpRight,
  Bell,
  CalendarDays,
  ChevronRight,
  CircleCheck,
  Gift,
  Info,
  type LucideIcon,
  Megaphone,
  Rocket,
  Sparkles,
  Star,
  TriangleAlert,
} from "lucide-react";

/** The icons that content may name: in the banner, on a button. */
export const ICONS = {
  "arrow-right": ArrowRight,
  "arrow-up-right": ArrowUpRight,
  bell: Bell,
  calendar: CalendarDays,
  check: CircleCheck,
  "chevron-right": ChevronRight,
  gift: Gift,
  info: Info,
  megaphone: Megaphone,
  rocket: Rocket,
  sparkles: Sparkles,
  star: Star,
  warning: TriangleAlert,
} as const satisfies Record<string, LucideIcon>;

export type IconName = keyof typeof ICONS;

/** @returns whether {@link ICONS} has an icon of that name. */
export function isIconName(name: string): name is IconName {
  return Object.hasOwn(ICONS, name);
}
