import { createRequire } from "node:module";
import { type CountryResponse, open } from "maxmind";

/** Looks up the country of an IP address. */
export interface Countries {
  /** @param address IPv4 or IPv6. @returns an ISO 3166-1 alpha-2 code, or empty if unknown (private or invalid addresses). */
  codeOf(address: string): string;
}

/** Address ranges by country (https://github.com/sapics/ip-location-db, CC0), installed as an npm package. */
const DATABASE = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";

/** Prefix of an IPv4 address on a socket that listens on both IPv4 and IPv6. */
const MAPPED = /^::ffff:/i;

/** Loads the whole database (8 MB) into memory, so lookups make no network requests. */
export async function openCountries(): Promise<Countries> {
  const file = createRequire(import.meta.url).resolve(DATABASE);
  // Records of this database contain only the code, as a top-level property.
  const reader = await open<CountryResponse & { country_code?: string }>(file);
  return {
    codeOf(address) {
      try {
        return reader.get(address.replace(MAPPED, ""))?.country_code ?? "";
      } catch {
        return "";
      }
    },
  };
}
