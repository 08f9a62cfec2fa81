import { type BooleanFlag, FLAG_ATTRIBUTE, type SITE_BANNER_FLAG } from "@marquee/contract";
import { useSite } from "../site/siteContext.tsx";

interface FlagPlaceProps {
  flag: BooleanFlag | typeof SITE_BANNER_FLAG;
  className?: string;
}

/**
 * Marks where a flag has an effect. An experiment counts its visitors, including those who see no change,
 * once they reach this place. It takes no space and is rendered only for visitors in an experiment.
 */
export function FlagPlace({ flag, className = "" }: FlagPlaceProps) {
  const { assignments } = useSite();
  const isTried = assignments.some((assignment) => assignment.flag === flag);
  return isTried ? <span {...{ [FLAG_ATTRIBUTE]: flag }} className={`absolute ${className}`} /> : null;
}
