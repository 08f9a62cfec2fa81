import { DEFAULT_LOCALE, parseItemKey } from "@marquee/contract";
import { may } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { request } from "../../../shared/api/request.ts";
import { useRoute } from "../../../shared/api/useRoute.ts";
import { languageName } from "../../../shared/format/languageName.ts";
import { QueryView } from "../../../shared/query/QueryView.tsx";
import { BackLink } from "../../../shared/ui/links.tsx";
import { type Account, ScreenHeader } from "../../../shared/ui/screen.tsx";
import { EmptyState, InlineError, Skeleton } from "../../../shared/ui/states.tsx";
import { ensureDraft } from "../DraftField.tsx";

interface NewTranslationProps {
  /** Key of the page in the language. */
  item: string;
  draft: number | null;
  open: (draft: number) => void;
  account: Account;
  notice: ReactNode;
}

/** Offers to begin with a page that the language does not have, as a copy of the English one. */
export function NewTranslation({ item, draft, open, account, notice }: NewTranslationProps) {
  const address = parseItemKey(item);
  const [locale, id] = address?.kind === "page" ? [address.locale, address.id] : [DEFAULT_LOCALE, ""];
  const from = `page:${DEFAULT_LOCALE}:${id}`;
  const english = useRoute("GET /content/items/:key", {
    params: { key: from },
    query: draft ? { draft } : {},
  });
  const begin = useMutation({
    mutationFn: async ({ title, path }: { title: string; path: string }) => {
      const into = await ensureDraft(draft, `${title} in ${languageName(locale)}`);
      const body = { step: "add", locale, title, path, from, isTranslation: true } as const;
      await request("POST /content/drafts/:id/page", { params: { id: String(into) }, body });
      return into;
    },
    onSuccess: open,
  });
  return (
    <QueryView query={english} loading={<Skeleton className="h-64" />}>
      {({ item: { title, path } }) => (
        <>
          <BackLink href={`/languages?language=${locale}`}>Languages</BackLink>
          <ScreenHeader title={`${title} in ${languageName(locale)}`} />
          {notice}
          <EmptyState
            title={`This page is not in ${languageName(locale)} yet`}
            action={
              may(account.role, "draft") && (
                <Button
                  size="sm"
                  disabled={begin.isPending}
                  onClick={() => begin.mutate({ title, path: path ?? `/${id}` })}
                >
                  {begin.isPending ? "Adding the page" : "Start the translation"}
                </Button>
              )
            }
          >
            It begins as a copy of the English page in a draft. Visitors see it once the draft is published.
          </EmptyState>
          <InlineError error={begin.error} />
        </>
      )}
    </QueryView>
  );
}
