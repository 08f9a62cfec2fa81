import { DEFAULT_LOCALE, type SiteAssets } from "@marquee/contract";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import type { DemoCopy } from "../copy/copy.ts";
import { DEMO_COPY_ID, DemoApp } from "../demo/DemoApp.tsx";
import { escapeJson, renderStyles } from "./renderDocument.tsx";

export const FRAME_SHEET = "demo-frame";

/** The demo's HTML document, for same-origin frames: no shell, consent dialog or measurement. It hydrates immediately. */
export function renderFrameDocument(copy: DemoCopy, assets: SiteAssets): string {
  return [
    `<!doctype html><html lang="${DEFAULT_LOCALE}" class="max-md:scroll-pb-20"><head><meta charset="utf-8">`,
    renderToStaticMarkup(<Head copy={copy} assets={assets} />),
    renderStyles(assets, FRAME_SHEET),
    `<script type="application/json" id="${DEMO_COPY_ID}">${escapeJson(copy)}</script>`,
    ...assets.developmentScripts.map((src) => `<script type="module" src="${src}"></script>`),
    `<script type="module" src="${assets.demoScript}"></script>`,
    `</head><body><div id="root">${renderToString(<DemoApp copy={copy} />)}</div></body></html>`,
  ].join("");
}

function Head({ copy, assets }: { copy: DemoCopy; assets: SiteAssets }) {
  return (
    <>
      <title>{copy.title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="description" content={copy.description} />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <base target="_top" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      {"hrefs" in assets.styles &&
        assets.styles.hrefs.map((href) => <link key={href} rel="stylesheet" href={href} />)}
    </>
  );
}
