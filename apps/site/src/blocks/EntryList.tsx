import { type Locale, splitTags } from "@marquee/contract";
import type { ListedEntry } from "../site/contentData.ts";
import { PageText } from "./PageText.tsx";

interface EntryListProps {
  entries: readonly ListedEntry[];
  locale: Locale;
}

/** The entries of a collection, latest first. */
export function EntryList({ entries, locale }: EntryListProps) {
  return (
    <ol className="mt-12 lg:mt-20">
      {entries.map((entry) => (
        <li key={entry.path} className="border-hairline border-t max-lg:py-8 lg:grid lg:grid-cols-[1fr_3fr]">
          <div className="lg:py-10">
            <EntryFacts {...entry} locale={locale} />
          </div>
          {/* The trellis is interrupted behind text. */}
          <div className="max-w-[44rem] bg-background max-lg:mt-3 lg:-ml-8 lg:px-8 lg:py-10">
            <PageText as="h2" className="text-balance font-display text-title">
              <a href={entry.path} className="hover:text-accent">
                {entry.title}
              </a>
            </PageText>
            <PageText className="mt-2 text-pretty text-ink-muted">{entry.description}</PageText>
          </div>
        </li>
      ))}
    </ol>
  );
}

interface EntryFactsProps {
  /** The day that it names, as `YYYY-MM-DD`. */
  date?: string | undefined;
  author?: string | undefined;
  tags?: string | undefined;
  locale: Locale;
}

/** An entry's date, author and tags. */
export function EntryFacts({ date, author, tags, locale }: EntryFactsProps) {
  const names = splitTags(tags);
  return (
    <div className="grid gap-1.5 pr-8 text-ink-muted text-sm max-lg:flex max-lg:flex-wrap max-lg:gap-x-4 lg:content-start">
      {date && <time dateTime={date}>{writtenDate(date, locale)}</time>}
      {author && <span>{author}</span>}
      {names.length > 0 && <span className="font-medium text-ink">{names.join(", ")}</span>}
    </div>
  );
}

function writtenDate(day: string, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
}
