import content from "../../../../content/catalog.json" with { type: "json" };
import type { Catalog } from "../catalog/catalog.ts";

/** The catalog in `content/catalog.json`. Tests of the server check that it has this type. */
export const CATALOG = content as Catalog;
