import brand from "../../../../content/brand.json";

/** The logo (a shoot on a trellis) and the brand name, which comes from `content/brand.json`. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 32 32" className="size-7" aria-hidden="true" fill="none" strokeLinecap="round">
        <path d="M10 3v26M22 3v26M3 11h26M3 21h26" className="stroke-ink/25" strokeWidth="1.5" />
        <path d="M10 29c0-8 12-8 12-18" className="stroke-leaf" strokeWidth="3" />
        <circle cx="22" cy="11" r="3.2" className="fill-leaf" />
      </svg>
      <span className="font-display font-semibold text-[1.375rem] leading-none tracking-tight">
        {brand.name}
      </span>
    </span>
  );
}
