import { FEED_SUFFIX } from "@marquee/contract";
import type { ReactNode } from "react";
import * as brand from "../../../../content/brand.json";
import type { ContentData } from "../site/contentData.ts";
import type { LoadedPage } from "../site/page.types.ts";

/** Fetches the code that renders a content page; its text is already in the document. */
export async function loadContentPage(data: ContentData): Promise<LoadedPage> {
  const [{ ContentPage }, body] = await Promise.all([import("../routes/content-page.tsx"), loadBody(data)]);
  const { path, locale, title, description, alternates, date, updated, author, list, entries } = data;
  const { category, image } = data;
  return {
    path,
    pageId: data.id,
    locale,
    alternates,
    ...(date && { article: { date, ...(updated && { updated }), ...(author && { author }) } }),
    ...(list && { list }),
    ...(list &&
      !date && {
        entry: { ...(category && { category }), ...(updated && { updated }), ...(image && { image }) },
      }),
    ...(entries && { entries, feed: path + FEED_SUFFIX }),
    head: { title: `${title} | ${brand.name}`, description },
    body: <ContentPage data={data}>{body}</ContentPage>,
  };
}

async function loadBody({ body }: ContentData): Promise<ReactNode> {
  if (body.format === "richText") {
    const { RichText } = await import("@marquee/markdown/RichText");
    return <RichText document={body.document} />;
  }
  const { ContentNodes } = await import("@marquee/markdown/ContentNodes");
  return <ContentNodes nodes={body.nodes} />;
}
