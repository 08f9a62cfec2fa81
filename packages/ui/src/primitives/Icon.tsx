import clsx from "clsx";
import { ICONS, isIconName } from "./icons.ts";

/** Width and height of an icon where nothing else is said, in CSS pixels (specification, section 9). */
const ICON_SIZE = 26;

interface IconProps {
  /** One of {@link ICONS}; any other name, and none, shows nothing. */
  name: string | undefined;
  /** In CSS pixels. */
  size?: number;
  className?: string;
}

/** A decorative icon by its name. It says nothing to a screen reader: the text beside it does. */
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
