import type { Rating } from "@marquee/contract";
import { Badge, type Tone } from "@marquee/ui";

const TONES: Record<Rating, Tone> = { good: "leaf", "needs improvement": "sun", poor: "clay" };

/** How good a value is, in a word. */
export function RatingBadge({ rating }: { rating: Rating }) {
  return <Badge tone={TONES[rating]}>{rating}</Badge>;
}
