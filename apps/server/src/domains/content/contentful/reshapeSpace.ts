import {
  type ContentBody,
  type ContentProblem,
  decodeDescriptions,
  LOCALES,
  type Locale,
  localizePath,
  normalizePath,
} from "@marquee/contract";
import { checkRichText } from "@marquee/contract/schema";
import { Compile } from "typebox/compile";
import { ContentError } from "../../../platform/errors/contentError.ts";
import { FrontMatterSchema } from "../pageSchemas.ts";
import type { ParsedPage } from "../parsePageFile.ts";
import { schemaProblem } from "../schemaProblem.ts";
import type { ContentfulSpace, Resource } from "./fetchSpace.ts";
import { type LinkTargets, readLocalized, resolveLinks, valueIn } from "./resolveLinks.ts";

const validator = Compile(FrontMatterSchema);
const EXAMPLE = `slug "security", title "Security", description "How your work is kept safe.", body a rich text or markdown a long text`;

interface ReshapedSpace {
  pages: ParsedPage[];
  errors: ContentError[];
}

/** Converts Contentful entries to pages: one per locale in which an entry has a body. Contentful's types stay behind this boundary. */
export function reshapeSpace({ items, entries, assets }: ContentfulSpace): ReshapedSpace {
  const byId = (resources: Resource[]) => new Map(resources.map((resource) => [resource.sys.id, resource]));
  const targets: LinkTargets = { entries: byId([...entries, ...items]), assets: byId(assets) };
  const reshaped: ReshapedSpace = { pages: [], errors: [] };
  for (const item of items) {
    for (const locale of LOCALES) {
      try {
        const page = reshapePage(item, locale, targets);
        if (page) reshaped.pages.push(page);
      } catch (error) {
        if (!(error instanceof ContentError)) throw error;
        reshaped.errors.push(error);
      }
    }
  }
  return reshaped;
}

function reshapePage({ sys, fields }: Resource, locale: Locale, targets: LinkTargets): ParsedPage | null {
  const read = readBody(fields, locale, targets);
  if (!read) return null;
  const file = `Contentful entry ${sys.id} (${locale})`;
  const slug = readLocalized(fields.slug, locale);
  const names = ["title", "description", "path", "pageId", "updated"] as const;
  const head = Object.fromEntries(
    names.flatMap((name) => {
      const value = readLocalized(fields[name], locale);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  if (typeof slug !== "string" || !/^[a-z0-9._-]+(?:\/[a-z0-9._-]+)*$/.test(slug)) {
    throw new ContentError({ file, place: "slug", problem: "The slug must be lowercase.", example: EXAMPLE });
  }
  if (!validator.Check(head)) {
    throw new ContentError({ file, ...schemaProblem(validator.Errors(head)[0]), example: EXAMPLE });
  }
  const { path = `/${slug}`, ...rest } = decodeDescriptions(head);
  const page = { slug, locale, path: localizePath(normalizePath(path), locale), ...rest, body: read.body };
  return { file, page, problems: read.problems };
}

function readBody(
  fields: Resource["fields"],
  locale: Locale,
  targets: LinkTargets,
): { body: ContentBody; problems: ContentProblem[] } | null {
  const markdown = valueIn(fields.markdown, locale);
  if (typeof markdown === "string") return { body: { format: "markdown", source: markdown }, problems: [] };
  const written = valueIn(fields.body, locale);
  if (written === undefined) return null;
  const { document, problems } = checkRichText(resolveLinks(written, locale, targets));
  return { body: { format: "richText", document }, problems };
}
