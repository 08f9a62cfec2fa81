import { groupByCategory } from "@marquee/contract";
import { Picture } from "@marquee/ui";
import type { ListedEntry } from "../site/contentData.ts";
import { PageText } from "./PageText.tsx";

const SIZES = "(max-width: 639px) calc(100vw - 2.5rem), 14rem";

interface EntryCardsProps {
  entries: readonly ListedEntry[];
  /** ID of the page's title. */
  labelledBy: string;
}

/** The entries of a collection without dates, by category. Links above lead to the categories. */
export function EntryCards({ entries, labelledBy }: EntryCardsProps) {
  const groups = groupByCategory(entries);
  return (
    <>
      {groups.length > 1 && (
        <nav aria-labelledby={labelledBy} className="mt-8">
          <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
            {groups.map(({ id, category, entries: { length } }) => (
              <li key={id}>
                <a href={`#${id}`} className="inline-block py-1 font-medium text-accent hover:underline">
                  {category} <span className="font-normal text-ink-muted tabular-nums">{length}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="mt-12 lg:mt-20">
        {groups.map(({ id, category, entries: listed }) => (
          <section
            key={id}
            aria-labelledby={id}
            className="border-hairline border-t max-lg:bg-background max-lg:pt-8 lg:grid lg:grid-cols-[1fr_3fr]"
          >
            <PageText as="h2" id={id} className="scroll-mt-24 pr-8 font-medium text-sm lg:py-10">
              {category}
            </PageText>
            {/* The trellis is interrupted behind text. */}
            <ul className="bg-background lg:-ml-8 lg:pl-8">
              {listed.map((entry) => (
                <EntryCard key={entry.path} {...entry} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

/** One entry. All of it can be clicked; its title is the link. */
function EntryCard({ path, title, description, image }: ListedEntry) {
  return (
    <li className="group relative gap-8 border-hairline py-8 sm:flex lg:py-10 [&+li]:border-t">
      <div className="max-w-[36rem] flex-1">
        <PageText as="h3" className="text-balance font-display text-title group-hover:text-accent">
          <a href={path} className="after:absolute after:inset-0">
            {title}
          </a>
        </PageText>
        <PageText className="mt-2 text-pretty text-ink-muted">{description}</PageText>
      </div>
      {image && (
        <div className="max-sm:mt-5 sm:ml-auto sm:w-56 sm:shrink-0">
          {/* The title says what it is. */}
          <Picture
            {...image}
            alt=""
            sizes={SIZES}
            className="aspect-video w-full rounded-md border border-hairline object-cover object-left-top"
          />
        </div>
      )}
    </li>
  );
}
