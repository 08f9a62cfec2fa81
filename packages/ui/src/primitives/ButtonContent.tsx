import type { ReactNode } from "react";
import type { ButtonStyle } from "./buttonStyles.ts";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./icons.ts";

export interface ButtonIcons {
  iconStart?: IconName | undefined;
  iconEnd?: IconName | undefined;
}

/** A small button has no room for an icon of the usual size. In CSS pixels. */
const SMALL_ICON_SIZE = 18;

/** What stands on a button: an icon, its label, an icon. */
export function ButtonContent(
  props: ButtonIcons & { size: ButtonStyle["size"]; children: ReactNode },
): ReactNode {
  const { iconStart, iconEnd, size, children } = props;
  if (!iconStart && !iconEnd) return children;
  const iconSize = size === "sm" ? { size: SMALL_ICON_SIZE } : {};
  return (
    <>
      <Icon name={iconStart} {...iconSize} />
      {children}
      <Icon name={iconEnd} {...iconSize} />
    </>
  );
}
