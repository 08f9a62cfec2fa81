import type { ColorScheme } from "@marquee/contract";
import { listen } from "../../browser/listen.ts";
import { monitor } from "../../browser/monitor.ts";

const query = () => matchMedia("(prefers-color-scheme: dark)");

/** What the visitor's system prefers, as the styles of pages are told. */
export function readColorScheme(): ColorScheme {
  return query().matches ? "dark" : "light";
}

/** Calls back whenever the system prefers another. @returns a function that ends it. */
export function onColorScheme(onChange: () => void): () => void {
  return listen(query(), "change", monitor(onChange));
}
