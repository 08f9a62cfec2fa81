/** Country names of GA4 that differ from Unicode's (https://developers.google.com/google-ads/api/data/geotargets) current and former. */
const OTHER_NAMES: Record<string, string> = {
  "Cabo Verde": "CV",
  "Congo (DRC)": "CD",
  "Czech Republic": "CZ",
  "Democratic Republic of the Congo": "CD",
  "Falkland Islands (Islas Malvinas)": "FK",
  "Federated States of Micronesia": "FM",
  "French Southern and Antarctic Lands": "TF",
  "Heard Island and McDonald Islands": "HM",
  "Holy See": "VA",
  "Hong Kong": "HK",
  "Ivory Coast": "CI",
  Macao: "MO",
  Macau: "MO",
  "Macedonia (FYROM)": "MK",
  Myanmar: "MM",
  Palestine: "PS",
  Pitcairn: "PN",
  "Republic of the Congo": "CG",
  "Russian Federation": "RU",
  "Saint Helena, Ascension and Tristan da Cunha": "SH",
  Swaziland: "SZ",
  Turkey: "TR",
  "United States Minor Outlying Islands": "UM",
  "Viet Nam": "VN",
};
/** Codes that were withdrawn; Unicode still maps them to the names of their successors. */
const RETIRED = new Set("AN BU CS DD DY FX HV NH RH SU TP UK VD YD YU ZR".split(" "));

let cachedCodes: Map<string, string> | null = null;

/** The ISO 3166-1 code of a country by its code or English name; empty for an unknown one. */
export function countryCode(text: string): string {
  if (/^[A-Z]{2}$/.test(text) && text !== "ZZ") return text;
  cachedCodes ??= codesByName();
  return cachedCodes.get(plainName(text)) ?? "";
}

/** Systems differ in articles, accents, abbreviations and punctuation: "The Bahamas", "Côte d’Ivoire", "St. Kitts & Nevis". */
function plainName(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/&/g, " and ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/\b(?:the|and)\b/g, " ")
    .replace(/\bst\b/g, "saint")
    .replace(/\s+/g, " ")
    .trim();
}

function codesByName(): Map<string, string> {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const namedCodes = codes
    .filter((code) => !RETIRED.has(code))
    .flatMap((code) => {
      const name = names.of(code);
      return name === undefined ? [] : [[name, code] as const];
    });
  return new Map(
    [...namedCodes, ...Object.entries(OTHER_NAMES)].map(([name, code]) => [plainName(name), code]),
  );
}
