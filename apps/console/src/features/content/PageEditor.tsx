import { type Locale, localizePath } from "@marquee/contract";
import type { ContentItemSummary } from "@marquee/contract/schema";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { flushSync } from "react-dom";
import { LinkTabs } from "../../shared/address/LinkTabs.tsx";
import { useFilters } from "../../shared/address/useFilters.ts";
import { request } from "../../shared/api/request.ts";
import { formatInstant } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { BackLink } from "../../shared/ui/links.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";
import { itemName, languageName, namesOf, stepText } from "./contentTexts.ts";
import { FieldForm } from "./FieldForm.tsx";
import { type ActionPage, PageActions } from "./PageActions.tsx";
import { PagePreview } from "./PagePreview.tsx";
import { Choice } from "./PreviewFrame.tsx";
import { PriceTable } from "./PriceTable.tsx";
import { ScheduleNotice } from "./ScheduleNotice.tsx";
import { type ContentDraft, useContentDraft } from "./useContentDraft.ts";
import { DraftSelect, draftOf, usePublishing } from "./usePublishing.tsx";

const NAMES = ["draft", "field"] as const;

/** An item of content: its fields beside the page that shows them, rendered from the draft. */
export function PageEditor({ account, params: { key } }: ScreenProps<"key">) {
  const [{ draft: given, field }, setFilters] = useFilters(NAMES);
  const draft = draftOf(given);
  const open = useCallback((id: number | null) => setFilters({ draft: id ? String(id) : "" }), [setFilters]);
  const content = useQuery({ queryKey: ["content", "list"], queryFn: () => request("GET /content") });
  const edited = useContentDraft({ item: key, draft, account: account.email, onCreated: open });
  const [focused, setFocused] = useState(field);
  const [shown, setShown] = useState<"texts" | "preview">("texts");
  const mayEdit = account.role !== "viewer";
  const drafts = content.data?.drafts ?? [];
  const nameOf = namesOf(content.data?.items ?? [], drafts);
  const step = drafts.find(({ id }) => id === draft)?.pages.find(({ item }) => item === key);
  const schedule = drafts.find(({ id }) => id === draft)?.schedule ?? null;
  const choose = (pointer: string) => {
    // In narrow windows the form takes the place of the preview, and can be focused once it is shown.
    flushSync(() => {
      setFocused(pointer);
      setShown("texts");
    });
    document.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(pointer)}"]`)?.focus();
  };
  const publishing = usePublishing({ draft, nameOf, onPublished: () => open(null), flush: edited.flush });
  return (
    <QueryView query={edited.query} loading={<Skeleton className="h-[80dvh]" />}>
      {({ item, fields, translations, source }) => (
        <>
          <BackLink href="/pages">Pages</BackLink>
          <ScreenHeader title={itemName(item)}>
            <div className="flex w-full flex-wrap items-end gap-3 sm:ml-auto sm:w-auto">
              <Saving edited={edited} />
              <DraftSelect draft={draft} drafts={drafts} onChange={open} />
              {mayEdit && (
                <>
                  {publishing.button}
                  {step?.step !== "removed" && (
                    <PageActions
                      page={actionPageOf(item, item.locale)}
                      drafts={drafts}
                      draft={draft}
                      onDone={open}
                    />
                  )}
                </>
              )}
            </div>
          </ScreenHeader>
          <About item={item} step={stepText(step)} />
          {!mayEdit && (
            <p className="mt-2 text-ink-muted">You have view-only access. Ask an editor to make changes.</p>
          )}
          {publishing.notice}
          {schedule && (
            <div className="mt-2">
              <ScheduleNotice schedule={schedule} />
            </div>
          )}
          {translations.length > 1 && (
            <div className="mt-4">
              <LinkTabs
                label="Languages"
                tabs={translations.map((each) => ({
                  href: hrefOfItem(each.key, draft),
                  name: languageName(each.locale),
                  isChosen: each.key === key,
                }))}
              />
            </div>
          )}
          {item.path !== null && (
            <div className="mt-4 lg:hidden">
              <Choice
                label="What is shown"
                choices={["texts", "preview"]}
                chosen={shown}
                nameOf={(each) => (each === "texts" ? "Texts" : "Preview")}
                onChange={setShown}
              />
            </div>
          )}
          <div className="mt-6 grid gap-8 lg:grid-cols-[minmax(22rem,2fr)_3fr]">
            <div
              className={`${shown === "preview" ? "max-lg:hidden" : ""} min-w-0 lg:max-h-[calc(100dvh-10rem)] lg:overflow-y-auto lg:pr-3 lg:pb-16`}
            >
              {item.kind === "catalog" && <PriceTable fields={fields} edited={edited} mayEdit={mayEdit} />}
              <FieldForm
                fields={item.kind === "catalog" ? fields.filter((field) => !isPrice(field.pointer)) : fields}
                edited={edited}
                mayEdit={mayEdit}
                source={source}
                onFocus={setFocused}
              />
            </div>
            {item.path !== null && (
              <div
                className={`${shown === "texts" ? "max-lg:hidden" : ""} min-w-0 lg:sticky lg:top-4 lg:self-start`}
              >
                <PagePreview
                  item={key}
                  path={item.path}
                  draft={draft}
                  version={edited.saves}
                  fields={fields.map((field) => ({ ...field, value: edited.read(field) }))}
                  focused={focused}
                  onChoose={choose}
                />
              </div>
            )}
          </div>
          {publishing.dialog}
        </>
      )}
    </QueryView>
  );
}

/** A page as its menu of actions needs it. */
export function actionPageOf(item: ContentItemSummary, locale: Locale | null): ActionPage {
  const { key, path, isHidden, kind } = item;
  const prefix = locale === null ? "" : localizePath("", locale);
  return { key, name: itemName(item), path: path ?? "/", prefix, isHidden, isWritten: kind === "page" };
}

/** Address of an item's editor. */
export function hrefOfItem(key: string, draft: number | null): string {
  const screen = key.startsWith("image:") ? "images" : "pages";
  return `/${screen}/${encodeURIComponent(key)}${draft === null ? "" : `?draft=${draft}`}`;
}

export function isPrice(pointer: string): boolean {
  return /^\/(?:plans\/\w+\/pricing\/\w+|addOns\/\w+)\/(?:price|perMonth)$/.test(pointer);
}

function About({ item, step }: { item: ContentItemSummary; step: string | undefined }) {
  const { path, isShared, isHidden, changed, lastChange } = item;
  const where = isShared ? "Several pages share these texts. The preview shows one of them." : path;
  const last = lastChange && `Last published ${formatInstant(lastChange.at)} by ${lastChange.author}.`;
  const state =
    step === "new" ? "Not published yet." : changed > 0 ? "Differs from the files." : "As in the files.";
  const whole = step ? `In this draft: ${step}` : isHidden && "Hidden from visitors";
  return (
    <p className="mt-2 text-ink-muted sm:mt-0">{[where, whole, last ?? state].filter(Boolean).join(" · ")}</p>
  );
}

export function Saving({ edited: { state } }: { edited: ContentDraft }) {
  const text = { saved: "", saving: "Saving", waiting: "Not saved yet. Trying again." }[state.kind];
  return (
    <p
      role="status"
      className={`py-2 empty:absolute ${state.kind === "waiting" ? "text-clay" : "text-ink-muted"}`}
    >
      {text}
    </p>
  );
}
