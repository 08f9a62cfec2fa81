export type Theme = "light" | "dark";

/**
 * Gives a document the style sheets of another one, and settles what they ask of the theme, whatever the browser prefers.
 * @returns the cleanup.
 */
export function copyStyles(from: Document, to: Document, theme: Theme): () => void {
  const copies = [...from.querySelectorAll<HTMLElement>('link[rel="stylesheet"], style')].map((sheet) => {
    const copy = to.importNode(sheet, true);
    copy.addEventListener("load", () => settleAll(to, theme));
    to.head.append(copy);
    return copy;
  });
  settleAll(to, theme);
  return () => {
    for (const copy of copies) copy.remove();
  };
}

function settleAll({ styleSheets }: Document, theme: Theme): void {
  for (const { cssRules } of styleSheets) settle(cssRules, theme);
}

/** Rules come from another window, so what they are is told by what they have. */
function settle(rules: CSSRuleList, theme: Theme): void {
  for (const rule of rules) {
    if ("media" in rule) settleMedia((rule as CSSMediaRule).media, theme);
    if ("cssRules" in rule) settle(rule.cssRules as CSSRuleList, theme);
  }
}

function settleMedia(media: MediaList, theme: Theme): void {
  const asked = /\(prefers-color-scheme: (light|dark)\)/.exec(media.mediaText)?.[1];
  if (asked) media.mediaText = asked === theme ? "all" : "not all";
}
