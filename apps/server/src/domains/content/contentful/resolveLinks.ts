import { DEFAULT_LOCALE, type Locale, localizePath } from "@marquee/contract";
import type { Resource } from "./fetchSpace.ts";

/** A field as `locale=*` returns it: values by Contentful locale. */
type Localized = Readonly<Record<string, unknown>> | undefined;

/** Possible targets of references, by ID. */
export interface LinkTargets {
  entries: ReadonlyMap<string, Resource>;
  assets: ReadonlyMap<string, Resource>;
}

type JsonObject = Record<string, unknown>;

/**
 * Converts Contentful's rich text to ours: references become URLs (`canonical`, `url`), and an embedded asset becomes its
 * URL, size and description. An unresolvable reference has no URL, which `checkRichText` then reports.
 */
export function resolveLinks(node: unknown, locale: Locale, targets: LinkTargets): unknown {
  if (!isObject(node)) return node;
  const { nodeType, data, content, ...rest } = node;
  const below = Array.isArray(content)
    ? content.map((child) => resolveLinks(child, locale, targets))
    : content;
  return {
    ...rest,
    nodeType,
    data: resolveData(String(nodeType), data, locale, targets),
    ...(content === undefined ? {} : { content: below }),
  };
}

function resolveData(nodeType: string, data: unknown, locale: Locale, targets: LinkTargets): unknown {
  const id = referencedId(data);
  if (id === null) return data;
  if (nodeType === "entry-hyperlink") return canonicalOf(targets.entries.get(id), locale);
  const asset = assetOf(targets.assets.get(id), locale);
  if (nodeType === "asset-hyperlink") return asset ? { url: asset.url } : {};
  return nodeType === "embedded-asset-block" && asset ? asset : {};
}

function referencedId(data: unknown): string | null {
  const target = isObject(data) ? data.target : undefined;
  const sys = isObject(target) ? target.sys : undefined;
  return isObject(sys) && typeof sys.id === "string" ? sys.id : null;
}

function canonicalOf(entry: Resource | undefined, locale: Locale): JsonObject {
  const path =
    entry && (readLocalized(entry.fields.path, locale) ?? readLocalized(entry.fields.slug, locale));
  return typeof path === "string" ? { canonical: localizePath(`/${path.replace(/^\//, "")}`, locale) } : {};
}

function assetOf(asset: Resource | undefined, locale: Locale): (JsonObject & { url: string }) | null {
  const file = asset && readLocalized(asset.fields.file, locale);
  if (!isObject(file) || typeof file.url !== "string") return null;
  const details = isObject(file.details) && isObject(file.details.image) ? file.details.image : {};
  const description =
    asset && (readLocalized(asset.fields.description, locale) ?? readLocalized(asset.fields.title, locale));
  // Contentful omits the scheme.
  const url = file.url.startsWith("//") ? `https:${file.url}` : file.url;
  return { url, width: details.width, height: details.height, description: description ?? "" };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value in `locale`, otherwise in the default locale; `en` matches any English in the space (`en-US`). */
export function readLocalized(field: Localized, locale: Locale): unknown {
  return valueIn(field, locale) ?? valueIn(field, DEFAULT_LOCALE);
}

/** The value in `locale` without fallback: by exact name, otherwise the first locale with the same language. */
export function valueIn(field: Localized, locale: Locale): unknown {
  if (!field) return undefined;
  const language = locale.split("-")[0];
  const name =
    Object.keys(field).find((each) => each === locale) ??
    Object.keys(field).find((each) => each.split("-")[0] === language);
  return name === undefined ? undefined : field[name];
}
