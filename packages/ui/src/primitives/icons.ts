import {
  ArrowRight,
  CalendarDays,
  Gift,
  Info,
  type LucideIcon,
  Megaphone,
  Sparkles,
  Star,
  TriangleAlert,
} from "lucide-react";

/** The icons that content may name: in the banner, on a button. Each one costs every page some 200 bytes, so they are few. */
export const ICONS = {
  "arrow-right": ArrowRight,
  calendar: CalendarDays,
  gift: Gift,
  info: Info,
  megaphone: Megaphone,
  sparkles: Sparkles,
  star: Star,
  warning: TriangleAlert,
} as const satisfies Record<string, LucideIcon>;

export type IconName = keyof typeof ICONS;

/** @returns whether {@link ICONS} has an icon of that name. */
export function isIconName(name: string): name is IconName {
  return Object.hasOwn(ICONS, name);
}
