import {
  builtInImages,
  DEFAULT_LOCALE,
  DEMO_FRAME_PATH,
  type Locale,
  NOT_FOUND_PAGE,
  type OpenSite,
  type PageTarget,
  pageIdOf,
  REQUEST_ID_PLACEHOLDER,
  type RenderedPage,
  type SiteAssets,
  type SiteContent,
  type SitemapEntry,
  type SiteSettings,
} from "@marquee/contract";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { App } from "./app/App.tsx";
import { createPages } from "./app/loadPage.tsx";
import { createCopyStore, type ShellCopy } from "./copy/copy.ts";
import { feedLink, headLinks, socialMeta } from "./head/head.ts";
import { listPictures, picturesOf } from "./interfaces/pictures.ts";
import { compileContent, listCardHosts, listImages, shownSources } from "./server/compileContent.ts";
import { describePage, listPageTexts } from "./server/describePage.ts";
import { FRAME_SHEET, renderFrameDocument } from "./server/frameDocument.tsx";
import { renderDocument } from "./server/renderDocument.tsx";
import { loadStructuredPage, type SiteParts, structuredData } from "./server/structuredData.ts";
import { ErrorPage } from "./shell/ErrorPage.tsx";
import type { ContentData } from "./site/contentData.ts";
import { MeasureProvider } from "./site/measureContext.tsx";
import type { LoadedPage } from "./site/page.types.ts";
import { alternatesOf, knownAlternates, matchPage, PAGES } from "./site/pages.ts";
import type { DocumentSettings } from "./site/settings.ts";
import { NOOP_MEASURE } from "./site/silentMeasure.ts";
import { SiteContext } from "./site/siteContext.tsx";

const ERROR_PAGES = {
  "not-found": {
    status: 404,
    copyKey: "notFound",
    named: { pageName: NOT_FOUND_PAGE },
    requestId: undefined,
  },
  "server-error": { status: 500, copyKey: "serverError", named: {}, requestId: REQUEST_ID_PLACEHOLDER },
} as const;

/** Style sheets of the documents that are not a page of `PAGES`; those have their page's name. See `build/pageStyles.ts`. */
const CONTENT_SHEET = "content-page";
const ERROR_SHEET = "error";

/** The site with one version of its content. */
const openSite: OpenSite = (content) => {
  const texts = new Set<string>();
  const copy = createCopyStore(async (name, locale) => {
    texts.add(`${locale}/${name}`);
    return readCopy(content, name, locale);
  });
  const site: Site = {
    content,
    texts,
    copy,
    catalog: content.catalog,
    pages: createPages(copy, hiddenPages(content)),
  };
  return {
    renderPage: (...request) => renderPage(site, ...request),
    listPages,
    listPageTexts,
    describePage: (page) => describePage(site.pages, page),
    listImages,
    listPictures,
    listCardHosts,
  };
};

export default openSite;

interface Site extends SiteParts {
  content: SiteContent;
  /** Copy files that were read, as `<locale>/<name>`. */
  texts: ReadonlySet<string>;
}

/** Hidden pages, as `<locale>/<name>`. */
function hiddenPages({ copy }: SiteContent): string[] | undefined {
  return (copy[DEFAULT_LOCALE].shell as ShellCopy | undefined)?.hiddenPages;
}

/** @throws Error if the content has no such copy file (the message names it). */
function readCopy({ copy }: SiteContent, name: string, locale: Locale): unknown {
  const text = copy[locale][name];
  if (text !== undefined) return text;
  const file = `content/copy/${locale}/${name}.json`;
  throw new Error(`${file} is missing. Create it with the keys of content/copy/en/${name}.json.`);
}

async function renderPage(
  site: Site,
  target: PageTarget,
  assets: SiteAssets,
  siteSettings: SiteSettings,
): Promise<RenderedPage | null> {
  const { copy, catalog, pages } = site;
  const settings = { ...siteSettings, contentVersion: site.content.version };
  if (target.kind === "not-found" || target.kind === "server-error") {
    return renderErrorPage(site, target, assets, settings);
  }
  if (target.kind === "path" && target.path === DEMO_FRAME_PATH) {
    const texts = await copy.load("demo-frame", DEFAULT_LOCALE);
    return { status: 200, sheet: FRAME_SHEET, html: renderFrameDocument(texts, assets) };
  }
  const content = target.kind === "content" ? compileContent(target, site.content.images) : undefined;
  const page =
    target.kind === "path"
      ? await pages.load(target.path, settings.flags)
      : content && (await loadContentPage(content));
  if (!page) return null;
  const shellCopy = await copy.load("shell", page.locale);
  const start = { shell: shellCopy, catalog, images: builtInImages(site.content.images) };
  const sheet = matchPage(page.path)?.page.name ?? CONTENT_SHEET;
  const original = target.kind === "path" ? target.canonicalPath : undefined;
  const html = renderDocument({
    locale: page.locale,
    path: page.path,
    pageId: page.pageId ?? pageIdOf(page.path),
    head: page.head,
    links: [
      ...(original
        ? headLinks(original, settings.publicUrl, knownAlternates(original, hiddenPages(site.content)))
        : headLinks(page.path, settings.publicUrl, page.alternates)),
      ...(page.feed ? [feedLink(settings.publicUrl + page.feed)] : []),
    ],
    social: socialMeta(page, settings.publicUrl),
    structuredData: structuredData(await loadStructuredPage(page, site), settings.publicUrl),
    body: render(
      <App
        initial={page}
        pages={pages}
        copy={copy}
        start={start}
        settings={settings}
        measure={NOOP_MEASURE}
      />,
    ),
    shellCopy,
    assets,
    sheet,
    settings,
    isHydrated: true,
    ...(content ? { content } : {}),
  });
  // A page that an editor wrote consists of more than texts.
  const texts = content ? {} : { texts: [...site.texts] };
  const images = target.kind === "content" ? shownSources(target.page) : picturesOf(page.path);
  return { status: 200, sheet, html, contentVersion: site.content.version, ...texts, images };
}

/** A page that an editor wrote. Dynamic import, as in `loadPage.tsx`: only these pages load the code that renders them. */
async function loadContentPage(content: ContentData): Promise<LoadedPage> {
  const { loadContentPage } = await import("./app/loadContentPage.tsx");
  return loadContentPage(content);
}

type ErrorTarget = Extract<PageTarget, { kind: "not-found" | "server-error" }>;

async function renderErrorPage(
  { copy, catalog, content }: Site,
  target: ErrorTarget,
  assets: SiteAssets,
  settings: DocumentSettings,
): Promise<RenderedPage> {
  const { locale } = target;
  const { status, copyKey, named, requestId } = ERROR_PAGES[target.kind];
  const shellCopy = await copy.load("shell", locale);
  const texts = shellCopy[copyKey];
  const { title, description } = texts;
  const html = renderDocument({
    locale,
    path: "",
    pageId: target.kind,
    head: { title, description },
    links: [],
    social: [],
    structuredData: null,
    body: render(
      <SiteContext
        value={{
          locale,
          path: "",
          pageId: target.kind,
          flags: settings.flags,
          assignments: [],
          settings,
          isWhole: true,
          copy,
          catalog,
          images: builtInImages(content.images),
        }}
      >
        <MeasureProvider value={NOOP_MEASURE}>
          <ErrorPage copy={shellCopy} locale={locale} texts={texts} requestId={requestId} />
        </MeasureProvider>
      </SiteContext>,
    ),
    shellCopy,
    assets,
    sheet: ERROR_SHEET,
    settings: { ...settings, ...named },
    isHydrated: false,
  });
  return { status, sheet: ERROR_SHEET, html };
}

/** Copy and code are loaded beforehand, so nothing suspends and one synchronous pass renders the full markup. */
function render(tree: ReactNode): string {
  return renderToString(tree);
}

function listPages(): SitemapEntry[] {
  return PAGES.flatMap((page) => {
    const alternates = alternatesOf(page);
    return alternates.map(({ path }) => ({ path, alternates }));
  });
}
