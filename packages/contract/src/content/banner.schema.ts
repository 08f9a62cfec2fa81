import Type, { type Static } from "typebox";

/** Texts in the schema of a field: its label, its effect, and the error message. */
interface FieldTexts {
  title: string;
  description?: string;
  problem: string;
}

const STRICT = { additionalProperties: false };
const MAX_PATHS = 200;
const Switch = (texts: Omit<FieldTexts, "problem">) =>
  Type.Boolean({ ...texts, problem: "This must be true or false." });
const Paths = (texts: Omit<FieldTexts, "problem">) =>
  Type.Array(Type.String({ pattern: "^(?:/|\\*$)", maxLength: 500 }), {
    ...texts,
    maxItems: MAX_PATHS,
    problem: `Each path starts with /, ends with * to match everything below, or is a single *. There can be at most ${MAX_PATHS}, of up to 500 characters.`,
  });
const Icon = (title: string) =>
  Type.String({
    pattern: "^[a-z0-9-]{0,40}$",
    title,
    problem: "Enter the name of an icon, such as sparkles, or nothing.",
  });
const Time = (title: string) =>
  Type.Union(
    [
      Type.String({ pattern: "^\\d{4}-[01]\\d-[0-3]\\dT[0-2]\\d:[0-5]\\d(?::[0-5]\\d(?:\\.\\d{3})?)?Z$" }),
      Type.Null(),
    ],
    { title, problem: "Enter a time in UTC, such as 2026-12-01T09:00:00Z, or null for no limit." },
  );
const Text = (maxLength: number, title: string) =>
  Type.String({ maxLength, title, problem: `This has more than ${maxLength} characters. Shorten it.` });

/**
 * The announcement banner without its texts: the shape of `content/banner.json`. Defines the allowed link targets and paths, the form and the types.
 */
export const BannerSchema = Type.Object(
  {
    isShown: Switch({ title: "Shown", description: "Whether visitors see it, within its schedule." }),
    paths: Paths({
      title: "Paths",
      description: "One per line, such as /pricing, /lp/* for everything below, or * for every page.",
    }),
    excludedPaths: Paths({ title: "Excluded paths", description: "Exclusions take precedence over paths." }),
    href: Type.String({
      // No host without a scheme (//host, /\host), no other scheme, no user name.
      pattern:
        "^(?:|/(?:[^\\s/\\\\]\\S*)?|#\\S+|[hH][tT][tT][pP][sS]?://[^\\s/?#@\\\\]+(?:[/?#]\\S*)?|(?:mailto|tel):\\S+)$",
      maxLength: 2000,
      title: "Link address",
      problem:
        "Enter a path such as /pricing, or an address that starts with https://, mailto: or tel:, without spaces and user name.",
    }),
    iconStart: Icon("Icon before the text"),
    iconEnd: Icon("Icon after the link"),
    showOnMobile: Switch({
      title: "Show on phones",
      description: "Otherwise the banner is hidden below 800 px.",
    }),
    isDarkMode: Switch({ title: "Dark", description: "Dark colors in both page themes." }),
    isHighContrast: Switch({ title: "High contrast", description: "For critical announcements." }),
    fullyClickableUrl: Switch({
      title: "Make the whole banner a link",
      description: "Otherwise only the label is a link.",
    }),
    /** ISO 8601 in UTC; null for no limit. */
    from: Time("From"),
    until: Time("Until"),
  },
  STRICT,
);
export type Banner = Static<typeof BannerSchema>;

/** The banner's texts in one language: the shape of `content/copy/<locale>/banner.json`. An empty text falls back to the English one. */
export const BannerTextsSchema = Type.Object(
  { text: Text(300, "Text"), badgeText: Text(40, "Badge before the text"), label: Text(80, "Link label") },
  STRICT,
);
export type BannerTexts = Static<typeof BannerTextsSchema>;
