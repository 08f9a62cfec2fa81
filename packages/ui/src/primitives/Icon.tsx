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

/** The icons that content can use in banners and buttons. Each adds about 200 bytes to every page, so keep them few. */
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

/** Default width and height of an icon, in CSS pixels (specification, section 9). */
const ICON_SIZE = 26;

interface IconProps {
  /** One of {@link ICONS}. Any other name, or none, renders nothing. */
  name: string | undefined;
  /** Width and height in CSS pixels. */
  size?: number;
  className?: string;
}

/** A decorative icon by name. Hidden from screen readers, which read the text next to it. */
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

function isIconName(name: string): name is IconName {
  return Object.hasOwn(ICONS, name);
}
