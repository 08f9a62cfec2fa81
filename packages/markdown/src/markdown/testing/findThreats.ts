/** Allowed elements and attributes, including those that our components render. */
const ELEMENTS = new Set([
  ..."p h2 h3 h4 h5 h6 blockquote hr br pre div ul ol li dl dt dd table thead tbody tr th td figure".split(
    " ",
  ),
  ..."figcaption details summary img a em strong del ins mark code kbd samp var sub sup small abbr b i u s q cite".split(
    " ",
  ),
  ..."dfn time span picture source button svg path circle rect text line polyline".split(" "),
]);
const ATTRIBUTES = new Set([
  ..."class title lang dir id href target rel src srcset sizes type alt width height loading decoding colspan".split(
    " ",
  ),
  ..."rowspan scope start datetime open tabindex role popover popovertarget data-icon-link data-icon-list".split(
    " ",
  ),
  ..."data-alert data-language data-footnotes data-testid viewbox fill stroke stroke-width stroke-linecap".split(
    " ",
  ),
  ..."data-track-event-name data-track-link-title data-track-article-id data-track-clicked-type".split(" "),
  ..."stroke-linejoin xmlns d cx cy r x y rx x1 x2 y1 y2 points text-anchor font-size font-weight".split(" "),
]);
const SCHEME_PATTERN = /^[a-z][a-z0-9+.-]*:/i;
const SAFE_SCHEME_PATTERN = /^(?:https?:|mailto:|tel:|sms:|data:image\/(?:png|jpeg|gif|webp|avif);)/i;
const TAG_PATTERN = /<([a-zA-Z][^\s/>]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>/g;

/** Finds elements, attributes and URLs in a rendered document that are not allowed. Expects HTML from React, where all text is escaped. */
export function findThreats(html: string): string[] {
  const threats: string[] = [];
  for (const [, tag = "", attributes = ""] of html.matchAll(TAG_PATTERN)) {
    if (!ELEMENTS.has(tag)) threats.push(`<${tag}>`);
    for (const [, name = "", value = ""] of attributes.matchAll(/\s+([^\s=>]+)(?:="([^"]*)")?/g)) {
      const isKnown = ATTRIBUTES.has(name.toLowerCase()) || name.startsWith("aria-");
      if (!isKnown) threats.push(`${tag} ${name}`);
      if ((name === "href" || name === "src") && !isSafeAddress(value))
        threats.push(`${tag} ${name}=${value}`);
    }
  }
  return threats;
}

function isSafeAddress(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers remove these characters before they parse a URL.
  const address = value.replace(/^[\u0000-\u0020]+|[\t\n\r]/g, "");
  return SAFE_SCHEME_PATTERN.test(address) || !SCHEME_PATTERN.test(address);
}
