import { type Locale, ONETRUST_SCRIPT, type SiteAssets } from "@marquee/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { TestIds } from "../blocks/PageText.tsx";
import { COMPLETE_STYLES } from "../browser/completeStyles.ts";
import type { ShellCopy } from "../copy/copy.ts";
import type { HeadLink, SocialMeta } from "../head/head.ts";
import { ConsentDialog } from "../shell/ConsentDialog.tsx";
import { CONTENT_ID, type ContentData } from "../site/contentData.ts";
import type { PageHead } from "../site/page.types.ts";
import { type DocumentSettings, SETTINGS_ID } from "../site/settings.ts";
import type { Thing } from "./planOffers.ts";

interface DocumentParts {
  locale: Locale;
  /** Empty for error pages. */
  path: string;
  /** As in `Site`. */
  pageId: string;
  head: PageHead;
  links: HeadLink[];
  social: SocialMeta[];
  /** JSON-LD. Inline is fine: the Content-Security-Policy does not apply to data blocks. */
  structuredData: Thing | null;
  /** HTML of the React tree, never empty. */
  body: string;
  shellCopy: ShellCopy;
  assets: SiteAssets;
  /** Name of the document's style sheet. */
  sheet: string;
  settings: DocumentSettings;
  /** Error pages are static: they start measurement but do not hydrate. */
  isHydrated: boolean;
  /** Data of a page that an editor wrote. */
  content?: ContentData;
}

/** Body class for privacy-restricted visitors: EEA, UK, unknown country or Global Privacy Control (specification, section 4). */
const RESTRICTED_CLASS = "privacy-restricted";

/** The full HTML document of a rendered page. The consent dialog is outside `#root`, so it never waits for React. */
export function renderDocument(parts: DocumentParts): string {
  const {
    locale,
    path,
    pageId,
    body,
    shellCopy,
    isHydrated,
    assets,
    sheet,
    settings,
    content,
    structuredData,
  } = parts;
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">`,
    renderToStaticMarkup(<Head {...parts} />),
    settings.consentProvider.name === "onetrust"
      ? `<script async src="${ONETRUST_SCRIPT}" data-domain-script="${settings.consentProvider.domainScript}"></script>`
      : "",
    renderStyles(assets, sheet),
    `<script type="application/json" id="${SETTINGS_ID}">${escapeJson(settings)}</script>`,
    structuredData ? `<script type="application/ld+json">${escapeJson(structuredData)}</script>` : "",
    content ? `<script type="application/json" id="${CONTENT_ID}">${escapeJson(content)}</script>` : "",
    ...assets.developmentScripts.map((src) => `<script type="module" src="${src}"></script>`),
    `<script type="module" src="${assets.bootScript}"${isHydrated ? " data-hydrate" : ""}></script>`,
    settings.isPrivacyRestricted ? `</head><body class="${RESTRICTED_CLASS}">` : "</head><body>",
    `<div id="root">${body}</div>`,
    settings.consentProvider.name === "own"
      ? renderToStaticMarkup(
          <TestIds path={path} pageId={pageId} part="consent">
            <ConsentDialog copy={shellCopy} locale={locale} recipients={settings.recipients} />
          </TestIds>,
        )
      : "",
    "</body></html>",
  ].join("");
}

/** @throws {Error} if the build has no style sheet with that name. */
export function renderStyles({ styles }: SiteAssets, sheet: string): string {
  if ("hrefs" in styles) return "";
  const css = styles.inline[sheet];
  if (css === undefined) throw new Error(`The build has no style sheet ${sheet}. Run npm run build.`);
  return `<style ${COMPLETE_STYLES}="${styles.complete}">${css}</style>`;
}

function Head({ head, links, social, assets, isHydrated }: DocumentParts) {
  return (
    <>
      <title>{head.title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="description" content={head.description} />
      <meta name="color-scheme" content="light dark" />
      {!isHydrated && <meta name="robots" content="noindex" />}
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      {links.map((link) => (
        <link key={`${link.rel} ${link.hrefLang ?? link.type ?? ""}`} {...link} />
      ))}
      {social.map((meta) => (
        <meta key={Object.values(meta).join(" ")} {...meta} />
      ))}
      {"hrefs" in assets.styles &&
        assets.styles.hrefs.map((href) => <link key={href} rel="stylesheet" href={href} />)}
    </>
  );
}

/** JSON that is safe inside a script element: `<` is escaped, so no value can close it or open a comment. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
