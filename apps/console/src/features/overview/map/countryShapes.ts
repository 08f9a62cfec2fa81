import { geoNaturalEarth1, geoPath } from "d3-geo";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import atlas from "world-atlas/countries-110m.json";
import { COUNTRY_CODES } from "./countryCodes.ts";

/** Width of the map in SVG units. */
export const MAP_WIDTH = 960;
export const MAP_HEIGHT = 452;
/** Left out: it has no residents, and would take a fifth of the height. */
const ANTARCTICA = "010";

export interface CountryShape {
  /** Unique on the map. */
  key: string;
  /** ISO 3166-1 code; empty for territories without one. */
  code: string;
  /** SVG path data. */
  path: string;
}

/** The outlines of all countries that are visible on a map of the world. Data: Natural Earth, 1:110 million. */
export function countryShapes(): CountryShape[] {
  // Safe cast: JSON modules have no literal types.
  const world = atlas as unknown as Topology<{ countries: GeometryCollection<{ name: string }> }>;
  const { features } = feature(world, world.objects.countries);
  const inhabited = features.filter(({ id }) => id !== ANTARCTICA);
  const projection = geoNaturalEarth1().fitSize([MAP_WIDTH, MAP_HEIGHT], {
    type: "FeatureCollection",
    features: inhabited,
  });
  const path = geoPath(projection).digits(1);
  return inhabited.map((country) => {
    const { name } = country.properties;
    const code =
      country.id === undefined ? (WITHOUT_NUMBER[name] ?? "") : (COUNTRY_CODES[String(country.id)] ?? "");
    return { key: String(country.id ?? name), code, path: path(country) ?? "" };
  });
}

/** Territories without a number in ISO 3166-1, with the code that location data uses. */
const WITHOUT_NUMBER: Readonly<Record<string, string>> = { Kosovo: "XK" };
