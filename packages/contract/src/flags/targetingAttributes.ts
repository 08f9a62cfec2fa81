import { DEPARTMENTS } from "../visitor/departments.ts";

interface AttributeDescription {
  /** A boolean attribute has the values `true` and `false`. */
  type: "text" | "boolean";
  /** Name in the console: "visitors whose country is one of …", "visitors whose window is phone size". */
  title: string;
  description: string;
  /** At least one. */
  examples: readonly string[];
}

const YES_NO = ["true", "false"] as const;

/**
 * Visitor attributes that a rule can use (specification, section 3, page attributes). Server and browser read them with `visitorAttributes`.
 * A visitor has each of them only if it is known, and only with consent to measurement.
 */
export const ATTRIBUTE_CATALOG = {
  country: {
    type: "text",
    title: "country",
    description: "Two-letter code of the country that the IP address is in.",
    examples: ["NO", "SE", "DE"],
  },
  locale: {
    type: "text",
    title: "language",
    description: "Language of the page.",
    examples: ["en", "de", "fr-FR", "pt-BR"],
  },
  device: {
    type: "text",
    title: "device",
    description: "From the user agent. Tablets count as mobile.",
    examples: ["desktop", "mobile"],
  },
  isPhoneSize: {
    type: "boolean",
    title: "window is phone size",
    description:
      "The window is narrower than 600 px. From the last page view, so mostly unknown on the first page.",
    examples: YES_NO,
  },
  isTabletSize: {
    type: "boolean",
    title: "window is tablet size",
    description:
      "The window is 600 to 1199 px wide. From the last page view, so mostly unknown on the first page.",
    examples: YES_NO,
  },
  isDesktopSize: {
    type: "boolean",
    title: "window is desktop size",
    description:
      "The window is at least 1200 px wide. From the last page view, so mostly unknown on the first page.",
    examples: YES_NO,
  },
  browser: {
    type: "text",
    title: "browser",
    description: "Name of the browser.",
    examples: ["Chrome", "Safari", "Firefox", "Edge", "Samsung Internet", "Opera"],
  },
  isModernBrowser: {
    type: "boolean",
    title: "browser is modern",
    description:
      "Chrome or Edge 111, Firefox 128, Safari or iOS 16.4, Opera 97, Samsung Internet 22, or later.",
    examples: YES_NO,
  },
  pathName: {
    type: "text",
    title: "path",
    description: "Path of the page, with its language and without a query.",
    examples: ["/pricing", "/de/pricing", "/lp/ai"],
  },
  url: {
    type: "text",
    title: "URL",
    description: "URL of the page with its query, without a fragment. The email parameter is REDACTED.",
    examples: ["https://trellis.example/pricing?plan=business"],
  },
  referrer: {
    type: "text",
    title: "referrer",
    description: "URL of the page that led here. Other sites show only their origin.",
    examples: ["https://www.google.com/", "https://trellis.example/lp"],
  },
  audience: {
    type: "text",
    title: "audience",
    description: "Whether the visitor is a known customer.",
    examples: ["visitor", "customer"],
  },
  department: {
    type: "text",
    title: "department",
    description:
      "From the pages visited before. Only the visitor's browser knows it, so a page's first values are evaluated without it.",
    examples: DEPARTMENTS,
  },
  id: {
    type: "text",
    title: "visitor ID",
    description: "The anonymous ID.",
    examples: ["1823452-3301-77230-90412"],
  },
  user_id: {
    type: "text",
    title: "user ID",
    description: "The ID that the site identified the visitor with.",
    examples: ["4711"],
  },
  utm_source: {
    type: "text",
    title: "utm_source",
    description: "Source of the last campaign or referring site.",
    examples: ["newsletter", "google"],
  },
  utm_medium: {
    type: "text",
    title: "utm_medium",
    description: "Medium of the last campaign or referring site.",
    examples: ["email", "cpc", "organic"],
  },
  utm_campaign: {
    type: "text",
    title: "utm_campaign",
    description: "Name of the last campaign.",
    examples: ["spring-launch"],
  },
} as const satisfies Record<string, AttributeDescription>;

export type TargetingAttribute = keyof typeof ATTRIBUTE_CATALOG;

export const TARGETING_ATTRIBUTES = Object.keys(ATTRIBUTE_CATALOG) as TargetingAttribute[];

/** Attributes that differ by page, so that flag values with a rule on one of them apply to one page only. */
export const PAGE_ATTRIBUTES = ["pathName", "url", "referrer"] as const satisfies TargetingAttribute[];

/** Whether an attribute's values are `true` and `false`, which conditions have as texts. */
export function isBooleanAttribute(attribute: TargetingAttribute): boolean {
  return ATTRIBUTE_CATALOG[attribute].type === "boolean";
}
