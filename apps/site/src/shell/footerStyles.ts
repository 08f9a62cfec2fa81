/** A link in the footer, at least 24 px high: WCAG 2.2, target size. */
export const FOOTER_LINK =
  "inline-block py-1 text-left underline-offset-4 hover:text-ink hover:underline aria-[current]:font-medium aria-[current]:text-ink";
