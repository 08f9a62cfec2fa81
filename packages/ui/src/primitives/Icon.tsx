import clsx from "clsx";
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

/** Width and height of an icon where nothing else is said, in CSS pixels (specification, section 9). */
const ICON_SIZE = 26;

interface IconProps {
  /** One of {@link ICONS}; any other name, and none, shows nothing. */
  name: string | undefined;
  /** In CSS pixels. */
  size?: number;
  className?: string;
}

/** A decorative icon by name, hidden from screen readers: the text next to it is read. */
export function Icon({ name, size = ICON_SIZE, className }: IconProps) {
  if (!name || !isIconName(name)) return null;
  const Drawing = ICONS[name];
  return (
    <Drawing
      aria-hidden="true"
      width={size}
      height={size}
      strokeWidth={1.75}
      className={clsx("shrink-0", className)}
    />
  );
}

/** @returns whether {@link ICONS} has an icon of that name. */
function isIconName(name: string): name is IconName {
  return Object.hasOwn(ICONS, name);
}
