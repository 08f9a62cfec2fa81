import type {
  PageTarget,
  RenderedPage,
  SiteAssets,
  SiteEntry,
  SitemapEntry,
  SiteSettings,
} from "@marquee/contract";
import { DEMO_FRAME_PATH } from "@marquee/contract";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { App } from "./app/App.tsx";
import { loadShellCopy } from "./app/copy.ts";
import { describePage } from "./app/describePage.ts";
import { headLinks } from "./app/head.ts";
import { loadPage } from "./app/loadPage.tsx";
import { loadStructuredPage } from "./app/loadStructuredPage.ts";
import { MeasureProvider } from "./app/measureContext.tsx";
import type { LoadedPage } from "./app/page.types.ts";
import { alternatesOf, PAGES } from "./app/pages.ts";
import { listPageTexts, readPageText } from "./app/pageTexts.ts";
import { renderDocument } from "./app/renderDocument.tsx";
import { SILENT_MEASURE } from "./app/silentMeasure.ts";
import { SiteContext } from "./app/siteContext.tsx";
import { socialMeta } from "./app/socialMeta.ts";
import { structuredData } from "./app/structuredData.ts";
import { compileContent } from "./content/compileContent.ts";
import type { ContentData } from "./content/contentData.ts";
import { listImages } from "./content/listImages.ts";
import { renderFrameDocument } from "./demo/frameDocument.tsx";
import { NotFound } from "./routes/not-found.tsx";
import { ServerError } from "./routes/server-error.tsx";

const ERROR_PAGES = {
  "not-found": { status: 404, copyKey: "notFound", Component: NotFound },
  "server-error": { status: 500, copyKey: "serverError", Component: ServerError },
} as const;

async function renderPage(
  target: PageTarget,
  assets: SiteAssets,
  settings: SiteSettings,
): Promise<RenderedPage | null> {
  if (target.kind === "not-found" || target.kind === "server-error") {
    return renderErrorPage(target, assets, settings);
  }
  if (target.kind === "path" && target.path === DEMO_FRAME_PATH) {
    return { status: 200, html: await renderFrameDocument(assets) };
  }
  const content = target.kind === "content" ? compileContent(target) : undefined;
  const page =
    target.kind === "path"
      ? await loadPage(target.path, settings.flags)
      : content && (await loadWrittenPage(content));
  if (!page) return null;
  const shellCopy = await loadShellCopy(page.locale);
  const html = renderDocument({
    locale: page.locale,
    head: page.head,
    links: headLinks(
      target.kind === "path" ? (target.canonicalPath ?? page.path) : page.path,
      settings.publicUrl,
      page.alternates,
    ),
    social: socialMeta(page, settings.publicUrl),
    structuredData: structuredData(await loadStructuredPage(page), settings.publicUrl),
    body: render(<App initial={page} shellCopy={shellCopy} settings={settings} measure={SILENT_MEASURE} />),
    shellCopy,
    assets,
    settings,
    isHydrated: true,
    ...(content ? { content } : {}),
  });
  return { status: 200, html };
}

/** The code that draws written pages is fetched in the browser by those pages alone; a static import would end that. */
async function loadWrittenPage(content: ContentData): Promise<LoadedPage> {
  const { loadContentPage } = await import("./content/loadContentPage.tsx");
  return loadContentPage(content);
}

type ErrorTarget = Extract<PageTarget, { kind: "not-found" | "server-error" }>;

async function renderErrorPage(
  target: ErrorTarget,
  assets: SiteAssets,
  settings: SiteSettings,
): Promise<RenderedPage> {
  const { locale } = target;
  const { status, copyKey, Component } = ERROR_PAGES[target.kind];
  const shellCopy = await loadShellCopy(locale);
  const { title, description } = shellCopy[copyKey];
  const html = renderDocument({
    locale,
    head: { title, description },
    links: [],
    social: [],
    structuredData: null,
    body: render(
      <SiteContext value={{ locale, path: "", flags: settings.flags, assignments: [], settings }}>
        <MeasureProvider value={SILENT_MEASURE}>
          <Component copy={shellCopy} locale={locale} />
        </MeasureProvider>
      </SiteContext>,
    ),
    shellCopy,
    assets,
    settings,
    isHydrated: false,
  });
  return { status, html };
}

/** Nothing on our pages suspends (copy and code are loaded before), so one pass gives the whole markup. */
function render(tree: ReactNode): string {
  return renderToString(tree);
}

function listPages(): SitemapEntry[] {
  return PAGES.flatMap((page) => {
    const alternates = alternatesOf(page);
    return alternates.map(({ path }) => ({ path, alternates }));
  });
}

const entry: SiteEntry = { renderPage, listPages, listPageTexts, readPageText, describePage, listImages };
export default entry;
