import { BANNER_COPY, BANNER_ITEM, itemKey, LOCALES } from "@marquee/contract";
import type { RevisionSummary } from "@marquee/contract/schema";
import { useQueries } from "@tanstack/react-query";
import { routeQuery } from "../../../shared/api/useRoute.ts";
import { formatInstant } from "../../../shared/format/format.ts";
import { TextLink } from "../../../shared/ui/links.tsx";
import { revisionSentence } from "../contentTexts.ts";

const ITEMS = [BANNER_ITEM, ...LOCALES.map((locale) => itemKey({ kind: "copy", locale, id: BANNER_COPY }))];
const SHOWN = 5;

/** The latest publications that changed the banner's settings or texts. */
export function BannerHistory() {
  const lists = useQueries({
    queries: ITEMS.map((item) => routeQuery("GET /content/revisions", { query: { item } })),
  });
  const loadedRevisions = lists.flatMap(({ data }) => data?.revisions ?? []);
  const byNumber = new Map(loadedRevisions.map((revision) => [revision.number, revision]));
  const revisions = [...byNumber.values()].sort((one, other) => other.number - one.number).slice(0, SHOWN);
  return (
    <section aria-labelledby="history" className="mt-12">
      <h2 id="history" className="font-semibold">
        History
      </h2>
      {revisions.length === 0 ? (
        <p className="mt-2 border-hairline border-t py-2 text-ink-muted">Nothing published yet.</p>
      ) : (
        <>
          <ol className="mt-2 border-hairline border-t">
            {revisions.map((revision) => (
              <Row key={revision.number} revision={revision} />
            ))}
          </ol>
          <p className="mt-2">
            <TextLink href="/publications">Compare and restore under Publications</TextLink>
          </p>
        </>
      )}
    </section>
  );
}

function Row({ revision }: { revision: RevisionSummary }) {
  const { number, author, at, note } = revision;
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-1 border-hairline border-b py-2.5">
      <time className="w-32 text-ink-muted tabular-nums" dateTime={new Date(at).toISOString()}>
        {formatInstant(at)}
      </time>
      <p className="wrap-anywhere min-w-0 flex-1 basis-64">
        <span className="font-medium">{author}</span> {revisionSentence(revision)}
        <span className="block text-ink-muted text-xs">
          Revision {number}
          {note && ` · ${note}`}
        </span>
      </p>
    </li>
  );
}
