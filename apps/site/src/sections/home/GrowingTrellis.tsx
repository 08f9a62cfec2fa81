/** A plant on its trellis: the mark of the product at the size of a page. It grows once when it comes into view. */
export function GrowingTrellis() {
  return (
    <svg aria-hidden="true" viewBox="0 0 520 260" fill="none" className="w-full max-lg:hidden">
      <path
        d="M60 0V260M180 0V260M300 0V260M420 0V260M0 60H520M0 140H520M0 220H520"
        className="stroke-hairline"
      />
      <g className="grows stroke-accent" strokeWidth="3" strokeLinecap="round">
        <path pathLength="1" d="M60 260C60 190 90 170 180 140S292 100 300 60 360 14 420 0" />
        <path pathLength="1" d="M180 140C230 150 270 180 300 220" />
        <path pathLength="1" d="M300 60C350 70 390 96 420 140" />
      </g>
      <g className="fill-accent">
        <path d="M180 140c4-26 20-38 44-40-2 24-16 40-44 40Z" />
        <path d="M300 220c26-8 44 0 54 22-24 6-44 0-54-22Z" />
        <path d="M420 140c24-10 44-4 56 16-22 10-44 4-56-16Z" />
      </g>
      <circle cx="300" cy="60" r="9" className="fill-sun" />
    </svg>
  );
}
