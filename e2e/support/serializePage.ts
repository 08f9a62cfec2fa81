/** A page's content in a form that is the same for the original and its replay. */
interface SerialisedPage {
  /** Elements with their attributes, and texts, one per line, indented by depth. */
  lines: string[];
  /** Computed styles and boxes of elements, by selector. */
  looks: Record<string, string[]>;
}

export interface SerializeOptions {
  /** Whether to read the page in the replay player. */
  isReplay: boolean;
  /** Selectors of the elements whose computed styles are read, for the first visible match of each. */
  elements: readonly string[];
}

/**
 * Runs in the page or in the player. Leaves out what visitors do not see and what the replayer adds: scripts, comments, its own classes and
 * attributes. Shortens URLs of the site and the archive to their path.
 */
export function serializePage({ isReplay, elements }: SerializeOptions): SerialisedPage {
  const SKIPPED = new Set(["SCRIPT", "NOSCRIPT", "STYLE", "LINK", "META", "TEMPLATE", "TITLE", "BASE"]);
  const ADDRESSES = new Set(["src", "href", "srcset", "poster", "xlink:href", "action"]);
  const FORMED = /^(?:number|date|time|month|week|datetime-local)$/;
  const OWN = new Set([
    "autocomplete",
    "nonce",
    "value",
    "placeholder",
    "title",
    "alt",
    "xmlns",
    "aria-valuetext",
  ]);
  const PROPERTIES = [
    "display",
    "color",
    "background-color",
    "font-size",
    "font-weight",
    "line-height",
    "opacity",
  ];
  const frame = isReplay ? document.querySelector("iframe") : null;
  const pageDocument = frame ? frame.contentDocument : document;
  const view = frame ? frame.contentWindow : window;
  if (!pageDocument || !view) throw new Error("The player shows no page.");

  const attributeOf = ({ name, value }: Attr): string[] => {
    if (OWN.has(name) || name.startsWith("on") || name.startsWith("rr_")) return [];
    // The player shows masked input in a text field.
    if (name === "type" && FORMED.test(value)) return ["type=text"];
    // In the player, popovers close when the recording says so.
    if (name === "popover") return ["popover=manual"];
    // The recorder resolves URLs, including fragments of the page, which may have another URL later.
    if (name === "href" && value.includes("#")) return [`href=${value.slice(value.indexOf("#"))}`];
    // The player replaces color scheme queries by their result for the visitor.
    if (name === "media") return [`media=${matchMedia(value).matches}`];
    if (ADDRESSES.has(name)) {
      const absolute = name === "href" && !isReplay ? new URL(value, location.href).href : value;
      return [
        `${name}=${absolute.replaceAll(/\/console\/archive\/files\/\d+/g, "").replaceAll(location.origin, "")}`,
      ];
    }
    return name === "class"
      ? [`class=${value.replaceAll(/\s*(?:rrweb-paused|:hover)\b/g, "").trim()}`]
      : [`${name}=${value}`];
  };
  const lines: string[] = [];
  const walk = (node: Node, depth: number): void => {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = (node.textContent ?? "").replaceAll(/\s+/g, " ").trim();
      if (text) lines.push(`${" ".repeat(depth)}"${text}"`);
    }
    if (node.nodeType !== Node.ELEMENT_NODE || SKIPPED.has(node.nodeName.toUpperCase())) return;
    const attributes = [...(node as Element).attributes]
      .flatMap(attributeOf)
      .filter((each) => !/=$/.test(each));
    lines.push(`${" ".repeat(depth)}${[node.nodeName.toLowerCase(), ...attributes.sort()].join(" ")}`);
    for (const child of node.childNodes) walk(child, depth + 1);
  };
  walk(pageDocument.documentElement, 0);

  const lookOf = (selector: string): string[] => {
    const element = [...pageDocument.querySelectorAll(selector)].find(
      (each) => each.getClientRects().length > 0,
    );
    if (!element) return ["not seen"];
    const { x, y, width, height, top, bottom } = element.getBoundingClientRect();
    const style = view.getComputedStyle(element);
    // The size of skipped content is an estimate (`content-visibility`).
    const isInSight = top >= 0 && bottom <= view.innerHeight;
    const box = isInSight ? [x, y, width, height].map((each) => String(Math.round(each))) : [];
    return [...PROPERTIES.map((name) => style.getPropertyValue(name)), ...box];
  };
  return { lines, looks: Object.fromEntries(elements.map((selector) => [selector, lookOf(selector)])) };
}
