import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type ContentPage,
  DEFAULT_FLAGS,
  LOCALES,
  NO_BANNER,
  type PageTarget,
  SITE_BANNER_FLAG,
  type SiteContent,
  type SiteSettings,
} from "@marquee/contract";
import { CATALOG } from "@marquee/contract/testing/catalog";
import openSite from "../../entry-server.tsx";
import { testSite } from "./testSite.ts";

const COPY_DIR = join(import.meta.dirname, "../../../../../content/copy");
const ASSETS = {
  bootScript: "/boot.js",
  demoScript: "/demo.js",
  styles: { hrefs: [] },
  developmentScripts: [],
};

/** Flags with a banner on every page, whose text is also a paragraph. */
export const BANNER_FLAGS = {
  ...DEFAULT_FLAGS,
  [SITE_BANNER_FLAG]: {
    ...DEFAULT_FLAGS[SITE_BANNER_FLAG],
    paths: ["*"],
    text: "Gantt charts are new",
    link: { href: "/lp/features/gantt-chart-view", children: "Find out more" },
  },
};

const site = openSite({
  version: "0123456789abcdef",
  copy: readCopy(),
  catalog: CATALOG,
  images: {},
  sections: {},
  banner: NO_BANNER,
});

function readCopy(): SiteContent["copy"] {
  const textsOf = (locale: string) => {
    const files = readdirSync(join(COPY_DIR, locale));
    const read = (file: string): unknown => JSON.parse(readFileSync(join(COPY_DIR, locale, file), "utf8"));
    return Object.fromEntries(files.map((file) => [file.replace(".json", ""), read(file)]));
  };
  return Object.fromEntries(LOCALES.map((locale) => [locale, textsOf(locale)])) as SiteContent["copy"];
}

/** The document that the server sends: of the site's own page at a path, or of another target. */
export async function testDocument(
  at: string | Exclude<PageTarget, { kind: "path" }>,
  flags = BANNER_FLAGS,
  overrides: Partial<SiteSettings> = {},
): Promise<string> {
  const target: PageTarget = typeof at === "string" ? { kind: "path", path: at } : at;
  const { settings } = testSite(typeof at === "string" ? at : "", { flags, settings: overrides });
  const page = await site.renderPage(target, ASSETS, settings);
  if (!page) throw new Error(`The site has no ${JSON.stringify(at)}.`);
  return page.html;
}

/** The target of an English page that an editor wrote. */
export function contentTarget(
  page: Partial<ContentPage> & Pick<ContentPage, "path" | "body">,
): PageTarget & { kind: "content" } {
  const written = {
    slug: page.path.slice(1),
    locale: "en",
    title: "Title",
    description: "Text",
    ...page,
  } as const;
  return { kind: "content", page: written, alternates: [], onProblem: () => undefined };
}
