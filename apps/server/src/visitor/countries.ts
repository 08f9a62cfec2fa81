import { createRequire } from "node:module";
import { type CountryResponse, open } from "maxmind";

/** The country of an IP address. */
export interface Countries {
  /** @param address IPv4 or IPv6. @returns an ISO 3166-1 alpha-2 code, or empty where it is not known (private addresses, nonsense). */
  codeOf(address: string): string;
}

/** Who allotted which addresses to which country (https://github.com/sapics/ip-location-db, CC0); it comes with the installation. */
const DATABASE = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";

/** How a socket that listens on both families writes an IPv4 address. */
const MAPPED = /^::ffff:/i;

/** Reads the whole database (8 MB) into memory: no call leaves the machine. */
export async function openCountries(): Promise<Countries> {
  const file = createRequire(import.meta.url).resolve(DATABASE);
  // This database keeps the code alone, at the top of each record.
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
