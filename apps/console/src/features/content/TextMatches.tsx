import { LOCALES } from "@marquee/contract";
import { useHrefWith } from "../../shared/address/useFilters.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { languageName } from "../../shared/format/languageName.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { EmptyState, Skeleton } from "../../shared/ui/states.tsx";
import { ALL_LANGUAGES } from "./contentRows.ts";
import { itemName } from "./contentTexts.ts";
import { hrefOfItem } from "./hrefOfItem.ts";

/** Texts of the site that contain what is searched for. */
export function TextMatches({ text, language }: { text: string; language: string }) {
  const hrefWith = useHrefWith();
  const locale = LOCALES.find((each) => each === language);
  const search = useRoute("GET /content/search", { query: { text, ...(locale && { locale }) } });
  return (
    <QueryView
      query={search}
      loading={<Skeleton className="mt-5 h-64" />}
      empty={({ matches }) =>
        matches.length === 0 && (
          <EmptyState
            title={locale ? `No text in ${languageName(locale)} contains this` : "No text contains this"}
            action={
              locale && <TextLink href={hrefWith({ language: ALL_LANGUAGES })}>Search all languages</TextLink>
            }
          >
            Check the spelling, or search for fewer words.
          </EmptyState>
        )
      }
    >
      {({ matches, hasMore }) => (
        <ul className="mt-5 border-hairline border-t">
          {matches.map((match) => (
            <li key={`${match.item}${match.pointer}`} className="border-hairline border-b py-2.5">
              <TextLink href={hrefOfItem(match.item, null, match.pointer)} className="font-medium">
                {itemName(match)}
              </TextLink>{" "}
              <span className="text-ink-muted">{match.label}</span>
              <p className="wrap-anywhere">{match.text}</p>
            </li>
          ))}
          {hasMore && (
            <li className="py-2.5 text-ink-muted">There are more matches. Add words to narrow them down.</li>
          )}
        </ul>
      )}
    </QueryView>
  );
}
