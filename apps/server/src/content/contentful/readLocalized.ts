import { DEFAULT_LOCALE, type Locale } from "@marquee/contract";

/** A field as `locale=*` gives it: its value by Contentful's name of each locale. */
type Localized = Readonly<Record<string, unknown>> | undefined;

/** The value in `locale`, else in English: `en` is any English that the space has (`en-US`). */
export function readLocalized(field: Localized, locale: Locale): unknown {
  return valueIn(field, locale) ?? valueIn(field, DEFAULT_LOCALE);
}

/** The value written in `locale` itself: by its name, or by its language where the space has no such country. */
export function valueIn(field: Localized, locale: Locale): unknown {
  if (!field) return undefined;
  const language = locale.split("-")[0];
  const name =
    Object.keys(field).find((each) => each === locale) ??
    Object.keys(field).find((each) => each.split("-")[0] === language);
  return name === undefined ? undefined : field[name];
}
