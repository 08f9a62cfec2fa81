/** The language of a locale: `de` of `de-AT`. In lower case, two or three letters; empty for anything else. */
export function languageOf(locale: string): string {
  return /^([a-z]{2,3})(?:[-_]|$)/i.exec(locale)?.[1]?.toLowerCase() ?? "";
}
