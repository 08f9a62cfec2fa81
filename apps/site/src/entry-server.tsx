import type {
  PageTarget,
  RenderedPage,
  SiteAssets,
  SiteEntry,
  SitemapEntry,
  SiteSettings,
} from "@marquee/contract";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { App } from "./app/App.tsx";
import { loadShellCopy } from "./app/copy.ts";
import { headLinks } from "./app/head.ts";
import { loadPage } from "./app/loadPage.tsx";
import { alternatesOf, PAGES } from "./app/pages.ts";
import { renderDocument } from "./app/renderDocument.tsx";
import { SiteContext } from "./app/siteContext.tsx";
import { compileContent } from "./content/compileContent.ts";
import { loadContentPage } from "./content/loadContentPage.tsx";
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
  const content = target.kind === "content" ? compileContent(target) : undefined;
  const page =
    target.kind === "path" ? await loadPage(target.path) : content && (await loadContentPage(content));
  if (!page) return null;
  const shellCopy = await loadShellCopy(page.locale);
  const html = renderDocument({
    locale: page.locale,
    head: page.head,
    links: headLinks(page.path, settings.publicUrl, page.alternates),
    body: render(<App initial={page} shellCopy={shellCopy} settings={settings} />),
    shellCopy,
    assets,
    settings,
    isHydrated: true,
    ...(content ? { content } : {}),
  });
  return { status: 200, html };
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
    body: render(
      <SiteContext value={{ locale, path: "", flags: settings.flags, settings }}>
        <Component copy={shellCopy} locale={locale} />
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

const entry: SiteEntry = { renderPage, listPages };
export default entry;
