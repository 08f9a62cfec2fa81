import { createHash } from "node:crypto";
import {
  BANNER_COPY,
  builtInImages,
  CONTENT_PATH,
  type Locale,
  type SiteContent,
  START_NAME,
  type StartContent,
} from "@marquee/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Followed } from "../domains/content/followContent.ts";
import { type BuiltFile, IMMUTABLE, MEDIA_TYPES, sendBuiltFile } from "../platform/http/builtFiles.ts";
import { compressBody } from "../platform/http/compressBody.ts";
import { ANY_TEXT } from "../platform/http/storableText.ts";

/** Number of content versions whose files can be requested: the current one, and earlier ones for open pages. */
const KEPT_CONTENTS = 10;
const NOT_FOUND = {
  error: {
    code: "not_found",
    message: "This version of the content doesn't have this text. Reload the page.",
  },
};

interface Params {
  version: string;
  locale: string;
  /** Name of the copy file, with its extension. */
  file: string;
}

/** A version of the content, with its requested files by locale and name. */
interface KeptContent {
  content: SiteContent;
  files: Map<string, Promise<BuiltFile>>;
}

/**
 * Serves copy and catalog to browsers, at URLs that contain their version, so that they are cached forever.
 */
export function registerContent(
  app: FastifyInstance,
  content: Pick<Followed<SiteContent>, "values" | "onChange">,
): void {
  const recent = new Map<string, KeptContent>();
  const keep = () => {
    const current = content.values();
    const existing = recent.get(current.version);
    // Moved to the end, so that it is dropped last.
    recent.delete(current.version);
    recent.set(current.version, existing ?? { content: current, files: new Map() });
    for (const version of [...recent.keys()].slice(0, -KEPT_CONTENTS)) recent.delete(version);
  };
  keep();
  content.onChange(keep);

  app.get(
    `${CONTENT_PATH}/:version/:locale/:file`,
    ANY_TEXT,
    async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => {
      const { version, locale, file } = request.params;
      const builtFile = await fileOf(recent.get(version), locale, file);
      if (!builtFile) return reply.status(404).header("cache-control", "no-store").send(NOT_FOUND);
      return sendBuiltFile(request, reply.header("cache-control", IMMUTABLE), builtFile);
    },
  );
}

/** @returns undefined if the content has no such file. */
function fileOf(
  version: KeptContent | undefined,
  locale: string,
  file: string,
): Promise<BuiltFile> | undefined {
  const cached = version?.files.get(`${locale}/${file}`);
  if (cached) return cached;
  const value =
    version && file.endsWith(".json") && readFile(version.content, locale, file.slice(0, -".json".length));
  if (!value) return undefined;
  const built = toFile(value);
  version.files.set(`${locale}/${file}`, built);
  return built;
}

function readFile({ copy, catalog, images }: SiteContent, locale: string, name: string): unknown {
  if (!Object.hasOwn(copy, locale)) return undefined;
  const texts = copy[locale as Locale];
  if (name === START_NAME)
    return { shell: texts.shell, catalog, images: builtInImages(images) } satisfies StartContent;
  // The banner reaches visitors as a flag value, once it is shown.
  const text = Object.hasOwn(texts, name) && name !== BANNER_COPY ? texts[name] : undefined;
  // The browser then requests the document, as for any hidden page.
  return (text as { hidden?: unknown } | undefined)?.hidden === true ? undefined : text;
}

async function toFile(value: unknown): Promise<BuiltFile> {
  const identity = Buffer.from(JSON.stringify(value));
  const digest = createHash("sha256").update(identity).digest("base64url").slice(0, 16);
  return { mediaType: MEDIA_TYPES.json ?? "", digest, body: await compressBody(identity) };
}
