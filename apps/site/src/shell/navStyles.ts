/** An item of the header's bar. The current page's is underlined on the header's own line. */
export const NAV_ITEM =
  "flex h-9 items-center whitespace-nowrap rounded-sm px-2.5 font-medium text-sm hover:bg-surface-sunken aria-[current]:text-accent aria-[current]:underline aria-[current]:underline-offset-8 lg:px-3";

/** A link inside a panel: an icon beside one or two lines. */
export const PANEL_LINK =
  "flex gap-3 rounded-sm px-3 py-2.5 hover:bg-surface-sunken aria-[current]:bg-accent-soft";
