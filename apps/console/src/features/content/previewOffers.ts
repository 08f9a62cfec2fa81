import { type Locale, localizePath } from "@marquee/contract";
import type {
  ContentItemSummary,
  DraftSummary,
  ExperimentSummary,
  FlagState,
  PreviewChoices,
  RevisionSummary,
} from "@marquee/contract/schema";
import { useRoute } from "../../shared/api/useRoute.ts";
import { useContentList } from "./useContentList.ts";

/** What there is to choose from. Empty until it is loaded. */
export interface PreviewOffers {
  items: readonly ContentItemSummary[];
  drafts: readonly DraftSummary[];
  revisions: readonly RevisionSummary[];
  flags: readonly FlagState[];
  experiments: readonly ExperimentSummary[];
}

/** @param mayDraft whether the person may preview what is not published. */
export function usePreviewOffers(mayDraft: boolean): PreviewOffers {
  const content = useContentList();
  const revisions = useRoute("GET /content/revisions", { query: {} });
  const flags = useRoute("GET /flags");
  const experiments = useRoute("GET /experiments");
  return {
    items: content.data?.items ?? [],
    drafts: (mayDraft && content.data?.drafts) || [],
    revisions: revisions.data?.revisions ?? [],
    flags: (mayDraft && flags.data?.flags) || [],
    experiments: experiments.data?.experiments ?? [],
  };
}

/** The path of the same page in English. */
export function pageOf(path: string, locale: Locale): string {
  return locale === "en" ? path : path.slice(localizePath("/", locale).length) || "/";
}

export function pageChoices(items: readonly ContentItemSummary[], currentPath: string) {
  const pages = new Map<string, string>();
  for (const { path, locale, isShared, kind, title } of items)
    if (path !== null && locale !== null && !isShared && kind !== "catalog") {
      const page = pageOf(path, locale);
      if (page !== "/" && (locale === "en" || !pages.has(page))) pages.set(page, title);
    }
  if (currentPath !== "/" && !pages.has(currentPath)) pages.set(currentPath, currentPath);
  return [...pages].sort(([, one], [, other]) => one.localeCompare(other));
}

export function contentKey({ draft, revision }: PreviewChoices): string {
  if (draft !== undefined) return `draft-${draft}`;
  return revision === undefined ? "" : `revision-${revision}`;
}

export function contentOf(key: string): Pick<PreviewChoices, "draft" | "revision"> {
  const [kind, number] = key.split("-");
  return {
    draft: undefined,
    revision: undefined,
    ...(kind === "draft" && { draft: Number(number) }),
    ...(kind === "revision" && { revision: Number(number) }),
  } as Pick<PreviewChoices, "draft" | "revision">;
}

export function contentChoices({ drafts, revisions }: PreviewOffers, choices: PreviewChoices) {
  const offered = [
    ...drafts.map(({ id, name }) => [`draft-${id}`, `Draft: ${name}`] as const),
    ...revisions.map(
      ({ number, note }) => [`revision-${number}`, `Revision ${number}${note && `: ${note}`}`] as const,
    ),
    ["revision-0", "The content of the files"] as const,
  ];
  const chosen = contentKey(choices);
  const isOffered = chosen === "" || offered.some(([key]) => key === chosen);
  const label = chosen.startsWith("draft") ? `Draft ${choices.draft}` : `Revision ${choices.revision}`;
  return isOffered ? offered : [[chosen, label] as const, ...offered];
}
