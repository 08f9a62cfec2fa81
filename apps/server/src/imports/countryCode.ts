/** Names that GA4 has for countries besides those of Unicode. */
const OTHER_NAMES: Record<string, string> = {
  "czech republic": "CZ",
  "côte d'ivoire": "CI",
  "hong kong": "HK",
  macao: "MO",
  "macedonia (fyrom)": "MK",
  palestine: "PS",
  swaziland: "SZ",
  turkey: "TR",
};
/** Codes that were withdrawn; Unicode still knows them by the names of their successors. */
const RETIRED = new Set("AN BU CS DD DY FX HV NH RH SU TP UK VD YD YU ZR".split(" "));

let known: Map<string, string> | null = null;

/** The ISO 3166-1 code of a country by its code or English name; empty for an unknown one. */
export function countryCode(text: string): string {
  if (/^[A-Z]{2}$/.test(text) && text !== "ZZ") return text;
  known ??= codesByName();
  return known.get(text.toLowerCase()) ?? "";
}

function codesByName(): Map<string, string> {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const found = codes
    .filter((code) => !RETIRED.has(code))
    .map((code) => [names.of(code)?.toLowerCase(), code]);
  return new Map([...found, ...Object.entries(OTHER_NAMES)] as [string, string][]);
}
