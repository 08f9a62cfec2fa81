/** The product in one small picture: bars that wait for one another, held by the trellis. Decoration; the text beside it says it. */
export function MiniTimeline() {
  return (
    <svg viewBox="0 0 280 104" aria-hidden="true" fill="none" className="grows mt-4 w-full max-w-72">
      <g className="stroke-hairline">
        <line x1="0.5" y1="0" x2="0.5" y2="104" />
        <line x1="70" y1="0" x2="70" y2="104" />
        <line x1="140" y1="0" x2="140" y2="104" />
        <line x1="210" y1="0" x2="210" y2="104" />
        <line x1="279.5" y1="0" x2="279.5" y2="104" />
      </g>
      <rect x="12" y="10" width="92" height="18" rx="5" className="fill-leaf" />
      <rect x="84" y="43" width="104" height="18" rx="5" className="fill-sun" />
      <rect x="176" y="76" width="84" height="18" rx="5" className="fill-iris" />
      <g className="stroke-ink" strokeWidth="1.5" strokeLinecap="round">
        <path pathLength="1" d="M104 19h6c6 0 6 4 6 8v12" />
        <path pathLength="1" d="M188 52h6c6 0 6 4 6 8v12" />
      </g>
    </svg>
  );
}
