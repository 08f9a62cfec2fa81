import { redactEmail } from "../domain/redactEmail.ts";

/** Says of which page an event is, where it is sent only once another one is shown. */
export type PageFields = Record<"url" | "path" | "title", string>;

/** The page that is shown now, by the address that it calls its own; e-mail values redacted. */
export function readPageFields(): PageFields {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;
  const url = new URL(redactEmail(canonical || location.href));
  return { url: url.href, path: url.pathname, title: document.title };
}
