import type { Locale } from "@marquee/contract";
import type { ReactNode } from "react";
import type { ContentData } from "../content/contentData.ts";

/** A page that an editor wrote: its title, what it is about, when it last changed in meaning, and its text. */
export function ContentPage({ data, children }: { data: ContentData; children: ReactNode }) {
  const { id, title, description, updated, locale } = data;
  return (
    <article data-page-id={id} className="mx-auto max-w-page px-5 py-16 md:px-8 md:py-24">
      <header className="max-w-[46rem]">
        <h1 className="text-balance font-display text-heading">{title}</h1>
        <p className="mt-5 text-ink-muted text-lead">{description}</p>
        {updated && (
          <p className="mt-5 text-ink-muted text-sm">
            <time dateTime={updated}>{writtenDate(updated, locale)}</time>
          </p>
        )}
      </header>
      <div className="mt-12 max-w-[44rem] border-hairline border-t pt-12 [overflow-wrap:anywhere]">
        {children}
      </div>
    </article>
  );
}

function writtenDate(day: string, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
}
