import { type ContentNode, categoryId, FEED_SUFFIX, SEGMENT_LOCATION_ATTRIBUTE } from "@marquee/contract";
import { ArticleId, contentText } from "@marquee/markdown";
import { Picture } from "@marquee/ui";
import { Rss } from "lucide-react";
import type { ReactNode } from "react";
import { ActionLink } from "../blocks/ActionLink.tsx";
import { EntryCards } from "../blocks/EntryCards.tsx";
import { EntryFacts, EntryList } from "../blocks/EntryList.tsx";
import { PageText, TestIds } from "../blocks/PageText.tsx";
import type { ContentData } from "../site/contentData.ts";
import { useSite } from "../site/siteContext.tsx";

/** Fewer headings than this need no table of contents. */
const FEWEST = 3;
const TITLE_ID = "content-title";
/** As wide as the text. */
const IMAGE_SIZES = "(max-width: 799px) calc(100vw - 2.5rem), 44rem";

/**
 * A page that an editor wrote: its title, tags, date of the last significant change, and text. The list of a collection has its entries
 * below the text.
 */
export function ContentPage({ data, children }: { data: ContentData; children: ReactNode }) {
  const { id, path, title, description, updated, date, author, tags, entries, locale, image } = data;
  const { link, linkLabel, order } = data;
  const day = date ?? updated;
  const hasText = data.body.format === "richText" || data.body.nodes.length > 0;
  return (
    <article
      {...{ [SEGMENT_LOCATION_ATTRIBUTE]: "content" }}
      className="mx-auto max-w-page px-5 pt-16 pb-24 md:px-8 md:pt-24"
    >
      <PartTestIds part="title">
        <header className="max-w-[48rem]">
          <WayBack {...data} />
          {/* Reserves two lines on phones: once the display font has loaded, a title may need one more line. */}
          <PageText
            as="h1"
            id={TITLE_ID}
            className="font-display text-heading max-md:flex max-md:min-h-[2lh] max-md:items-end md:text-display"
          >
            {title}
          </PageText>
          <PageText className="mt-6 max-w-prose text-ink-muted text-lead">{description}</PageText>
          {link && linkLabel && (
            <PageText className="mt-8">
              <ActionLink action={{ href: link, label: linkLabel }} location="content" />
            </PageText>
          )}
        </header>
      </PartTestIds>
      {(hasText || !entries) && (
        <div className="mt-12 lg:mt-20 lg:grid lg:grid-cols-[1fr_3fr]">
          <aside className="pr-8 text-sm max-lg:mb-10">
            <div className="lg:sticky lg:top-24">
              {day && <EntryFacts date={day} author={author} tags={tags} locale={locale} />}
              <ContentOutline data={data} labelledBy={TITLE_ID} />
            </div>
          </aside>
          {/* The trellis is interrupted behind text. */}
          <div className="wrap-break-word max-w-[44rem] border-hairline border-t bg-background pt-10 lg:-ml-8 lg:border-0 lg:px-8 lg:pt-0">
            {image && (
              <Picture
                {...image}
                sizes={IMAGE_SIZES}
                loading="eager"
                className="mb-10 h-auto w-full rounded-lg border border-hairline bg-surface shadow-float"
              />
            )}
            <ArticleId value={id}>{children}</ArticleId>
          </div>
        </div>
      )}
      <PartTestIds part="entries">
        {entries && order === "title" && <EntryCards entries={entries} labelledBy={TITLE_ID} />}
        {entries && order === "date" && <EntryList entries={entries} locale={locale} />}
        {entries && (
          // Over the background of the list, which may cover part of the pixel below it.
          <PageText className="relative border-hairline border-t pt-8 text-sm">
            <a
              href={path + FEED_SUFFIX}
              type="application/atom+xml"
              className="inline-flex items-center gap-2 py-1 text-ink-muted hover:text-accent"
            >
              <Rss aria-hidden="true" className="size-4" />
              Atom
            </a>
          </PageText>
        )}
      </PartTestIds>
    </article>
  );
}

/** Test IDs of a part of this page. */
function PartTestIds({ part, children }: { part: "title" | "entries"; children: ReactNode }) {
  const { path, pageId } = useSite();
  return (
    <TestIds path={path} pageId={pageId} part={part}>
      {children}
    </TestIds>
  );
}

const BACK = "inline-block py-1 font-medium text-accent underline-offset-4 hover:underline";

/** Links from an entry to its list, and to its category there. */
function WayBack({ list, category }: Pick<ContentData, "list" | "category">) {
  if (!list) return null;
  return (
    <PageText className="mb-2 flex flex-wrap gap-x-2">
      <a href={list.path} className={BACK}>
        {list.title}
      </a>
      {category && (
        <>
          <span aria-hidden="true" className="py-1 text-ink-muted">
            /
          </span>
          <a href={`${list.path}#${categoryId(category)}`} className={BACK}>
            {category}
          </a>
        </>
      )}
    </PageText>
  );
}

interface ContentOutlineProps {
  data: ContentData;
  /** Id of the page's title. */
  labelledBy: string;
}

/** A table of contents of a long text. Shown next to the text in wide windows, and not on phones. */
function ContentOutline({ data, labelledBy }: ContentOutlineProps) {
  const headings = data.body.format === "nodes" ? data.body.nodes.flatMap(toHeading) : [];
  if (headings.length < FEWEST) return null;
  return (
    <nav aria-labelledby={labelledBy} className="mt-6 max-lg:hidden">
      <ul className="space-y-2.5 border-hairline border-l">
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="-ml-px block border-transparent border-l pl-4 hover:border-accent hover:text-accent"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function toHeading(node: ContentNode): { id: string; text: string }[] {
  if (typeof node === "string" || node.tag !== "h2" || typeof node.attributes?.id !== "string") return [];
  return [{ id: node.attributes.id, text: contentText(node) }];
}
