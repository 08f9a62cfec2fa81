import { redactEmail } from "../privacy/redactEmail.ts";
import type { FilterAddress } from "../privacy/filterAddress.ts";
import { redactText } from "./redactText.ts";

const ADDRESS = /^https?:\/\/\S+$/i;

/** Filters every address within `value`, in place: of views, resources, referrers, scripts, and those that other texts tell, such as stacks. */
export function redactAddresses(value: object, filterAddress: FilterAddress): void {
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === "string") Reflect.set(value, key, redactString(inner, filterAddress));
    else if (typeof inner === "object" && inner !== null) redactAddresses(inner, filterAddress);
  }
}

/** A whole address is what it is; a rule that finds nothing in it may still find what lies within. */
function redactString(text: string, filterAddress: FilterAddress): string {
  const whole = ADDRESS.test(text) ? filterAddress(text) : text;
  return whole === text || whole === redactEmail(text) ? redactText(text, filterAddress) : whole;
}
