import { isLeadValue } from "@marquee/contract";

/** A typed amount of money. @returns null for an empty text, undefined for an invalid one. */
export function readAmount(text: string): number | null | undefined {
  const plain = text.replace(/[\s$,]/g, "");
  if (plain === "") return null;
  if (!/^\d{1,10}(?:\.\d{0,2})?$/.test(plain)) return undefined;
  return isLeadValue(Number(plain)) ? Number(plain) : undefined;
}
