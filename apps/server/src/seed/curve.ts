import { ONE_DAY, type Timestamp } from "@marquee/contract";
import { lastIssue, type Story } from "./story.ts";

/** A number that changes with the demo's story. */
export type Curve = (at: Timestamp, story: Story) => number;

/** The days that a term of a curve is relative to. */
const ANCHORS = {
  launch: ({ launch }: Story) => launch,
  issue: (story: Story, at: Timestamp) => lastIssue(story, at),
  webinar1: ({ webinars }: Story) => webinars[0],
  webinar2: ({ webinars }: Story) => webinars[1],
};
export type Anchor = keyof typeof ANCHORS;

/** The day that an anchor has at a time. */
export const anchorDay = (anchor: Anchor, story: Story, at: Timestamp): Timestamp =>
  ANCHORS[anchor](story, at);

const TERM =
  /^([\d.]+)(?: (ago|launch|issue|webinar1|webinar2))?(?: (-?\d+)\.\.(\d+))?(?: fading (\d+))?( growing)?$/;
/** The share of an issue's visits once the newsletter fails. */
const FAILED = 0.16;

/**
 * A curve in words: a sum of terms. `11 ago 14..95` is 11 from 95 to 14 days ago, `34 launch 0..28 fading 6` starts at 34 on the day of the
 * launch and falls to a third every six days, `7 growing` grows to 7 within the last year. @throws for anything else.
 */
export function readCurve(text: string): Curve {
  const terms = text.split(" + ").map(readTerm);
  return (at, story) => terms.reduce((sum, term) => sum + term(at, story), 0);
}

function readTerm(text: string): Curve {
  const [match, size, anchor, from, to, fading, growing] = TERM.exec(text) ?? [];
  if (match === undefined) throw new Error(`“${text}” is no term of a curve.`);
  const [first, end] = [Number(from ?? Number.NEGATIVE_INFINITY), Number(to ?? Number.POSITIVE_INFINITY)];
  return (at, story) => {
    const ago = (story.today - at) / ONE_DAY;
    const days = !anchor || anchor === "ago" ? ago : (at - anchorDay(anchor as Anchor, story, at)) / ONE_DAY;
    if (days < first || days >= end) return 0;
    const fails = anchor === "issue" && at >= story.newsletterFails;
    return (
      Number(size) *
      (fading ? Math.exp(-days / Number(fading)) : 1) *
      (growing ? Math.max(0, 1 - ago / 365) : 1) *
      (fails ? FAILED : 1)
    );
  };
}

/** The anchor of a curve's text; undefined if it has none. */
export const anchorIn = (text: string): Anchor | undefined =>
  (Object.keys(ANCHORS) as Anchor[]).find((anchor) => text.includes(anchor));
