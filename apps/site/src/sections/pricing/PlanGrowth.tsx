import { PLAN_TIERS, type PlanColor, type PlanTier } from "@marquee/contract";
import clsx from "clsx";

const STEM_COLOR: Record<PlanColor, string> = {
  sky: "text-sky",
  leaf: "text-leaf",
  sun: "text-sun",
  clay: "text-clay",
};
const RUNG = 32;
const HEIGHT = RUNG * PLAN_TIERS.length;

/** A stem on the trellis that climbs one rung for each plan up to this one. Decoration: the names say the same. */
export function PlanGrowth({ tier, color }: { tier: PlanTier; color: PlanColor }) {
  const rungs = PLAN_TIERS.indexOf(tier) + 1;
  return (
    <div className="relative -mx-6 grid h-32 grid-rows-4 border-hairline border-b">
      {PLAN_TIERS.map((each) => (
        <span key={each} className="border-hairline border-t border-dashed first:border-t-0" />
      ))}
      <svg
        aria-hidden="true"
        viewBox={`-32 0 64 ${HEIGHT}`}
        className={clsx("absolute bottom-0 -left-[32.5px] h-32 w-16 overflow-visible", STEM_COLOR[color])}
      >
        <path
          d={`M0 ${HEIGHT}V${HEIGHT - rungs * RUNG + 6}`}
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
        {PLAN_TIERS.slice(0, rungs).map((each, rung) => (
          <Leaf key={each} y={HEIGHT - rung * RUNG - 10} />
        ))}
      </svg>
    </div>
  );
}

/** Leaves grow into the plan's own column. */
function Leaf({ y }: { y: number }) {
  return (
    <path d="M0 0C2 -11 12 -16 26 -15C25 -4 14 3 0 0Z" transform={`translate(0 ${y})`} fill="currentColor" />
  );
}
