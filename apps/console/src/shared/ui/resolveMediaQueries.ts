/** Media features, each with the value to assume. */
export type ResolvedMedia = Readonly<Record<string, string>>;

/** Resolves some media features in a document's style sheets, regardless of the browser's settings. */
export function resolveMediaQueries({ styleSheets }: Document, media: ResolvedMedia): void {
  for (const { cssRules } of styleSheets) resolveRules(cssRules, media);
}

/** The rules belong to another window, so `instanceof` does not work. Check their properties instead. */
function resolveRules(rules: CSSRuleList, media: ResolvedMedia): void {
  for (const rule of rules) {
    if ("media" in rule) settleList((rule as CSSMediaRule).media, media);
    if ("cssRules" in rule) resolveRules(rule.cssRules as CSSRuleList, media);
  }
}

function settleList(list: MediaList, media: ResolvedMedia): void {
  const [, name = "", requestedValue] = /\(([a-z-]+): ([a-z-]+)\)/.exec(list.mediaText) ?? [];
  const settled = media[name];
  if (settled !== undefined) list.mediaText = requestedValue === settled ? "all" : "not all";
}
