import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { NAV_ITEM } from "./navStyles.ts";

/** An item of the bar that opens a panel over the page's whole width. */
export function Disclosure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details name="site-menu" data-menu="" className="group">
      <summary
        data-menu-item=""
        className={`${NAV_ITEM} list-none gap-1 group-open:bg-surface-sunken [&::-webkit-details-marker]:hidden`}
      >
        {label}
        <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <div
        data-menu-panel=""
        className="appears absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto overscroll-contain border-hairline border-y bg-surface shadow-float"
      >
        <div className="mx-auto grid max-w-page grid-cols-12 gap-8 px-5 md:px-8">{children}</div>
      </div>
    </details>
  );
}
