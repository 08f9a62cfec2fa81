import type { FilterAddress } from "../../privacy/filterAddress.ts";
import type { HideTyped } from "./hideTyped.ts";

interface AddressHidingOptions {
  filterByRules: FilterAddress;
  hideTyped: HideTyped;
  /** Origin of the page, which nobody enters. */
  origin: string;
}

/** Filters addresses, and hides what was entered in them however it is encoded; an address that holds some of it is told decoded. */
export function createAddressHiding({
  filterByRules,
  hideTyped,
  origin,
}: AddressHidingOptions): FilterAddress {
  return (address) => {
    const filtered = filterByRules(address);
    const start = filtered.startsWith(`${origin}/`)
      ? origin.length + 1
      : (SCHEME.exec(filtered)?.[0].length ?? 0);
    const told = decode(decode(filtered.slice(start)));
    const hidden = hideTyped(told);
    return hidden === told ? filtered : filtered.slice(0, start) + hidden;
  };
}

const SCHEME = /^[a-z][a-z\d+.-]*:\/*/i;

/** As queries are, which unlike `decodeURIComponent` never throws. */
function decode(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (encoded) => new URLSearchParams(`=${encoded}`).get("") ?? "");
}
