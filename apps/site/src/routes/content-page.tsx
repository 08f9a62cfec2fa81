import type { Locale } from "@marquee/contract";
import type { ReactNode } from "react";
import { ContentOutline } from "../content/ContentOutline.tsx";
import type { ContentData } from "../content/contentData.ts";

/** A page that an editor wrote: its title, what it is about, when it last changed in meaning, and its text. */
export function ContentPage({ data, children }: { data: ContentData; children: ReactNode }) {
  const { id, title, description, updated, locale } = data;
  return (
    <article data-page-id={id} className="mx-auto max-w-page px-5 pt-16 pb-24 md:px-8 md:pt-24">
      <header className="max-w-[48rem]">
        {/* Two lines are kept free on phones: in the display font, which comes last, a title may need one more than before. */}
        <h1
          id="content-title"
          className="font-display text-heading max-md:flex max-md:min-h-[2lh] max-md:items-end md:text-display"
        >
          {title}
        </h1>
        <p className="mt-6 max-w-prose text-ink-muted text-lead">{description}</p>
      </header>
      <div className="mt-12 lg:mt-20 lg:grid lg:grid-cols-[1fr_3fr]">
        <aside className="pr-8 text-sm max-lg:mb-10">
          <div className="lg:sticky lg:top-24">
            {updated && (
              <time dateTime={updated} className="text-ink-muted">
                {writtenDate(updated, locale)}
              </time>
            )}
            <ContentOutline data={data} labelledBy="content-title" />
          </div>
        </aside>
        {/* The trellis stops where somebody reads. */}
        <div className="wrap-break-word max-w-[44rem] border-hairline border-t bg-background pt-10 lg:-ml-8 lg:border-0 lg:px-8 lg:pt-0">
          {children}
        </div>
      </div>
    </article>
  );
}

function writtenDate(day: string, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
}
