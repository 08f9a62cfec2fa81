/** What every entry of the navigation looks like, be it a link or a button; high enough for a thumb on phones. */
export const itemStyles =
  "flex h-11 w-full items-center gap-2.5 rounded-sm px-2.5 font-medium hover:bg-surface-sunken md:h-9";
