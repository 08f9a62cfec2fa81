import { BrandSign } from "@marquee/ui";
import * as brand from "../../../../content/brand.json";

/** The logo (a shoot on a trellis) and the brand name, which comes from `content/brand.json`. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <BrandSign className="size-7" />
      <span className="font-display font-semibold text-[1.375rem] leading-none tracking-tight">
        {brand.name}
      </span>
    </span>
  );
}
