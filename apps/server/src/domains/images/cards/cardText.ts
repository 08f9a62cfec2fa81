import { CARD_SIZE, type PageCard } from "@marquee/contract";
import { fontFamily } from "./cardFonts.ts";
import { COLORS, TRELLIS } from "./drawBackground.ts";

/** A node for satori: the shape of a React element, without React. */
export interface TextNode {
  type: string;
  key: string | null;
  props: { style: Record<string, string | number>; children?: TextNode[] | string };
}

/** Size of the headline's box, in pixels. */
export const HEADLINE_BOX = { width: 712, height: 340 } as const;

const [top, , , bottom] = TRELLIS.rows;
const LEFT = TRELLIS.left + 24;
/** Right of the logo that {@link drawBackground} draws. */
const BRAND_LEFT = LEFT + 58;
const LINE_HEIGHT = 1.04;

/**
 * The positioned texts of a card.
 * @param size font size of the headline, in pixels.
 * @param lines maximum lines of the headline, which then ends in an ellipsis; unlimited if omitted.
 */
export function cardText({ brand, headline, label }: PageCard, size: number, lines?: number): TextNode {
  const middle = { left: LEFT, top, width: HEADLINE_BOX.width, height: bottom - top };
  const foot = { left: LEFT, top: bottom, width: HEADLINE_BOX.width, height: CARD_SIZE.height - bottom };
  const head = { left: BRAND_LEFT, top: 0, width: HEADLINE_BOX.width, height: top };
  const wrap = lines === undefined ? { textWrap: "balance" } : { lineClamp: lines, wordBreak: "break-word" };
  return box({ width: CARD_SIZE.width, height: CARD_SIZE.height }, [
    box(at(head), [text(brand, { ...display(44), letterSpacing: "-0.02em" })]),
    box(at(middle), [text(headline, { ...headlineStyle(size), ...wrap }, "headline")]),
    box(at(foot), [text(label, { ...LABEL_STYLE, width: HEADLINE_BOX.width })]),
  ]);
}

/** Puts each word of `headline` on its own line, to measure the words. */
export function splitLongWords(headline: string, size: number): TextNode {
  const words = headline.split(" ").map((word) => text(word, headlineWord(size), "word"));
  return box({ flexDirection: "column", alignItems: "flex-start" }, words);
}

/** Number of lines at font size `size` that fit into the headline's box. */
export function linesOf(size: number): number {
  return Math.floor(HEADLINE_BOX.height / (size * LINE_HEIGHT));
}

const LABEL_STYLE = {
  fontFamily: fontFamily("Text"),
  fontSize: 30,
  lineHeight: 1.25,
  color: COLORS.muted,
  lineClamp: 2,
};

const display = (size: number) => ({ fontFamily: fontFamily("Display"), fontSize: size, color: COLORS.ink });

const headlineWord = (size: number) => ({
  ...display(size),
  lineHeight: LINE_HEIGHT,
  letterSpacing: "-0.03em",
});

const headlineStyle = (size: number) => ({ ...headlineWord(size), width: HEADLINE_BOX.width });

const at = (place: { left: number; top: number; width: number; height: number }) => ({
  position: "absolute",
  alignItems: "center",
  ...place,
});

type Style = TextNode["props"]["style"];

function box(style: Style, children: TextNode[]): TextNode {
  return { type: "div", key: null, props: { style: { display: "flex", ...style }, children } };
}

function text(children: string, style: Style, key: string | null = null): TextNode {
  return { type: "div", key, props: { style: { display: "block", ...style }, children } };
}
