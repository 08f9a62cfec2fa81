import { type Locale, localizePath, PAGE_SECTIONS, parseItemKey, SECTIONS_ITEM } from "@marquee/contract";
import { type ContentItemSummary, may, type TranslationState } from "@marquee/contract/schema";
import { useState } from "react";
import { flushSync } from "react-dom";
import { LinkTabs } from "../../shared/address/LinkTabs.tsx";
import { useFilters } from "../../shared/address/useFilters.ts";
import { formatInstant } from "../../shared/format/format.ts";
import { languageName } from "../../shared/format/languageName.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { BackLink, TextLink } from "../../shared/ui/links.tsx";
import { ScreenHeader, type ScreenProps, viewOnlyText } from "../../shared/ui/screen.tsx";
import { Skeleton } from "../../shared/ui/states.tsx";
import { itemName, stepText } from "./contentTexts.ts";
import { FieldForm } from "./FieldForm.tsx";
import { hrefOfItem } from "./hrefOfItem.ts";
import { hrefOfTranslation, openText } from "./languages/languageTexts.ts";
import { type ActionPage, PageActions } from "./PageActions.tsx";
import { PagePreview } from "./PagePreview.tsx";
import { Choice } from "./PreviewFrame.tsx";
import { PriceTable } from "./PriceTable.tsx";
import { ScheduleNotice } from "./ScheduleNotice.tsx";
import { Sections, shownInDraft } from "./Sections.tsx";
import { type ContentDraft, useContentDraft } from "./useContentDraft.ts";
import { useContentList, useContentVersion } from "./useContentList.ts";
import { useDraftForms } from "./useDraftForms.ts";
import { useNamedField } from "./useNamedField.ts";
import { DraftBar, useDraftParam, usePublishing } from "./usePublishing.tsx";

const NAMES = ["field"] as const;

/** An item of content: its fields beside the page that shows them, rendered from the draft. */
export function PageEditor({ account, params: { key } }: ScreenProps<"key">) {
  const [{ field }, setFilters] = useFilters(NAMES);
  const { draft, open } = useDraftParam();
  const content = useContentList();
  const version = useContentVersion(draft);
  const forms = useDraftForms(open);
  const about = { draft, account: account.email, onCreated: forms.onCreated };
  // The page was deleted, or its publication was reverted.
  const isGone = draft === null && content.data?.items.every((item) => item.key !== key) === true;
  const edited = useContentDraft({ item: isGone ? "" : key, ...about });
  const sectioned = pageWithSections(key);
  const sections = useContentDraft({
    item: sectioned === null ? "" : SECTIONS_ITEM,
    ...about,
    createDraft: edited.ensureDraft,
  });
  forms.hold(edited, sections);
  const [focused, setFocused] = useState(field);
  const [chosen, setShown] = useState<"texts" | "preview">("texts");
  const visiblePane = field ? "texts" : chosen;
  useNamedField(field, (named) => {
    setFocused(named);
    setShown("texts");
    setFilters({ field: "" });
  });
  const mayEdit = may(account.role, "draft");
  const drafts = content.data?.drafts ?? [];
  const step = drafts.find(({ id }) => id === draft)?.pages.find(({ item }) => item === key);
  const schedule = drafts.find(({ id }) => id === draft)?.schedule ?? null;
  const choose = (pointer: string) => {
    // In narrow windows the form replaces the preview, and can only be focused once visible.
    flushSync(() => {
      setFocused(pointer);
      setShown("texts");
    });
    document.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(pointer)}"]`)?.focus();
  };
  const publishing = usePublishing({ draft, open, account, flush: forms.flush });
  if (isGone && !content.isFetching)
    return (
      <>
        <BackLink href="/pages">Pages</BackLink>
        <ScreenHeader title="This page isn't published" />
        {publishing.notice}
        <p className="mt-4 max-w-prose text-ink-muted">
          It was undone, deleted or never published. Its content is kept under{" "}
          <TextLink href="/publications">Publications</TextLink> and in drafts that include it.
        </p>
      </>
    );
  return (
    <QueryView query={edited.query} loading={<Skeleton className="h-[80dvh]" />}>
      {({ item, fields, translations, source, states }) => (
        <>
          <BackLink href="/pages">Pages</BackLink>
          <ScreenHeader title={itemName(item)}>
            <DraftBar
              draft={draft}
              drafts={drafts}
              onChange={open}
              saving={<Saving edited={edited.state.kind === "saved" ? sections : edited} />}
            >
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
            </DraftBar>
          </ScreenHeader>
          <About item={item} step={stepText(step)} />
          <TranslationLink item={item} draft={draft} states={Object.values(states)} />
          {!mayEdit && <p className="mt-2 text-ink-muted">{viewOnlyText()}</p>}
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
                chosen={visiblePane}
                nameOf={(each) => (each === "texts" ? "Texts" : "Preview")}
                onChange={setShown}
              />
            </div>
          )}
          <div className="mt-6 grid gap-8 lg:grid-cols-[minmax(22rem,2fr)_3fr]">
            <div
              className={`${visiblePane === "preview" ? "max-lg:hidden" : ""} min-w-0 lg:max-h-[calc(100dvh-10rem)] lg:overflow-y-auto lg:pr-3 lg:pb-16`}
            >
              {sectioned !== null && (
                <div className="mb-8">
                  <Sections page={sectioned} edited={sections} mayEdit={mayEdit} onFocus={setFocused} />
                </div>
              )}
              {item.kind === "sections" && <AllSections edited={edited} mayEdit={mayEdit} />}
              {item.kind === "catalog" && <PriceTable fields={fields} edited={edited} mayEdit={mayEdit} />}
              <FieldForm
                fields={fields.filter(({ pointer }) => item.kind !== "sections" && !isPrice(pointer))}
                edited={edited}
                mayEdit={mayEdit}
                source={source}
                onFocus={setFocused}
              />
            </div>
            {item.path !== null && (
              <div
                className={`${visiblePane === "texts" ? "max-lg:hidden" : ""} min-w-0 lg:sticky lg:top-4 lg:self-start`}
              >
                <PagePreview
                  item={key}
                  path={item.path}
                  draft={draft}
                  version={version}
                  fields={fields.map((field) => ({ ...field, value: edited.read(field) }))}
                  sections={sectioned === null ? [] : shownInDraft(sectioned, sections)}
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

/** Links to the translation editor, with the English texts beside it. */
function TranslationLink(props: {
  item: ContentItemSummary;
  draft: number | null;
  states: readonly TranslationState[];
}) {
  const { item, draft, states } = props;
  if (item.locale === null || states.length === 0) return null;
  const count = (state: TranslationState) => states.filter((each) => each === state).length;
  const open = openText({ missing: count("missing"), outdated: count("outdated") });
  return (
    <p>
      <TextLink href={hrefOfTranslation({ key: item.key, locale: item.locale, draft })}>
        Translate side by side
      </TextLink>
      {open && <span className="text-ink-muted"> · {open}</span>}
    </p>
  );
}

/** Name of the page whose copy an item is, if it has sections. */
function pageWithSections(key: string): string | null {
  const address = parseItemKey(key);
  return address?.kind === "copy" && Object.hasOwn(PAGE_SECTIONS, address.id) ? address.id : null;
}

/** The sections of every page. */
function AllSections({ edited, mayEdit }: { edited: ContentDraft; mayEdit: boolean }) {
  return (
    <div className="grid gap-8">
      {Object.keys(PAGE_SECTIONS).map((page) => (
        <Sections key={page} page={page} edited={edited} mayEdit={mayEdit} />
      ))}
    </div>
  );
}

/** A page as its actions menu needs it. */
export function actionPageOf(item: ContentItemSummary, locale: Locale | null): ActionPage {
  const { key, path, isHidden, kind } = item;
  const prefix = locale === null ? "" : localizePath("", locale);
  return { key, name: itemName(item), path: path ?? "/", prefix, isHidden, isWritten: kind === "page" };
}

export function isPrice(pointer: string): boolean {
  return /^\/(?:plans\/\w+\/pricing\/\w+|addOns\/\w+)\/(?:price|perMonth)$/.test(pointer);
}

function About({ item, step }: { item: ContentItemSummary; step: string | undefined }) {
  const { path, isShared, isHidden, changed, lastChange } = item;
  const where = isShared ? "Several pages share these texts. The preview shows one of them." : path;
  const last = lastChange && `Last published ${formatInstant(lastChange.at)} by ${lastChange.author}.`;
  const state =
    step === "new" ? "Not published yet." : changed > 0 ? "Differs from the files." : "Same as the files.";
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
