import { type BooleanFlag, FLAG_ATTRIBUTE, type SITE_BANNER_FLAG } from "@marquee/contract";
import { useSite } from "../site/siteContext.tsx";

interface FlagPlaceProps {
  flag: BooleanFlag | typeof SITE_BANNER_FLAG;
  className?: string;
}

/**
 * Marks the place on the page where a flag has an effect. An experiment counts visitors, including those who see no change,
 * once they reach this place. The marker takes no space and is rendered only for visitors in an experiment on the flag.
 */
export function FlagPlace({ flag, className = "" }: FlagPlaceProps) {
  const { assignments } = useSite();
  const isTried = assignments.some((assignment) => assignment.flag === flag);
  return isTried ? <span {...{ [FLAG_ATTRIBUTE]: flag }} className={`absolute ${className}`} /> : null;
}
