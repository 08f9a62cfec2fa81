import { type BooleanFlag, FLAG_ATTRIBUTE, type SITE_BANNER_FLAG } from "@marquee/contract";
import { useSite } from "../site/siteContext.tsx";

interface FlagPlaceProps {
  flag: BooleanFlag | typeof SITE_BANNER_FLAG;
  className?: string;
}

/**
 * Stands where a flag shows something, or would: an experiment counts its visitors, those who get nothing included, once they have
 * come to this place. Takes no room, and is there for visitors of an experiment alone.
 */
export function FlagPlace({ flag, className = "" }: FlagPlaceProps) {
  const { assignments } = useSite();
  const isTried = assignments.some((assignment) => assignment.flag === flag);
  return isTried ? <span {...{ [FLAG_ATTRIBUTE]: flag }} className={`absolute ${className}`} /> : null;
}
