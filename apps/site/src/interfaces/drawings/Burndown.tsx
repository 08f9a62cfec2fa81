import { useSamples } from "../useSamples.ts";

/** Points left on each day of a sprint so far. */
const LEFT = [34, 34, 29, 27, 21, 20, 14];
const DAYS = 9;
const MOST = 36;

const WIDTH = 560;
const HEIGHT = 150;
const x = (day: number) => (day / DAYS) * WIDTH;
const y = (left: number) => HEIGHT - (left / MOST) * HEIGHT;

/** A burndown chart with the ideal line. Its line grows when it comes into view. */
export function Burndown() {
  const { burndown } = useSamples();
  const steps = LEFT.map((left, day) => `${day === 0 ? "M" : "L"}${x(day)} ${y(left)}`).join("");
  const today = LEFT.length - 1;
  return (
    <figure>
      <svg
        viewBox={`-2 -6 ${WIDTH + 4} ${HEIGHT + 12}`}
        role="img"
        aria-label={burndown.label}
        className="w-full"
      >
        <path d={`M0 ${HEIGHT}H${WIDTH}`} className="stroke-hairline" />
        <path d={`M0 ${y(34)}L${WIDTH} ${HEIGHT}`} strokeDasharray="2 5" className="stroke-control" />
        <g className="grows">
          <path
            d={steps}
            pathLength="1"
            fill="none"
            strokeWidth="2.5"
            strokeLinejoin="round"
            className="stroke-accent"
          />
        </g>
        <circle cx={x(today)} cy={y(14)} r="5" className="fill-accent" />
      </svg>
      <figcaption className="mt-3 text-ink-muted text-xs">{burndown.caption}</figcaption>
    </figure>
  );
}
