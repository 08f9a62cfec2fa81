/** The logo without the brand's name: a shoot on a trellis. Decorative; the name is next to it. @param className its size, such as `size-7`. */
export function BrandSign({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" fill="none" strokeLinecap="round">
      <path d="M10 3v26M22 3v26M3 11h26M3 21h26" className="stroke-ink/25" strokeWidth="1.5" />
      <path d="M10 29c0-8 12-8 12-18" className="stroke-leaf" strokeWidth="3" />
      <circle cx="22" cy="11" r="3.2" className="fill-leaf" />
    </svg>
  );
}
