import { DEFAULT_LOCALE, isLocale, type Locale, parseItemKey } from "@marquee/contract";
import { IMAGES_KEY, may } from "@marquee/contract/schema";
import type { ReactNode } from "react";
import { useFilters } from "../../../shared/address/useFilters.ts";
import { ApiError } from "../../../shared/api/request.ts";
import { FilterText } from "../../../shared/filters/filters.tsx";
import { languageName } from "../../../shared/format/languageName.ts";
import { hrefOfPreview } from "../../../shared/preview/previewState.ts";
import { QueryView } from "../../../shared/query/QueryView.tsx";
import { BackLink, TextLink } from "../../../shared/ui/links.tsx";
import { ScreenHeader, type ScreenProps, viewOnlyText } from "../../../shared/ui/screen.tsx";
import { EmptyState, Skeleton } from "../../../shared/ui/states.tsx";
import { itemName } from "../contentTexts.ts";
import { hrefOfItem } from "../hrefOfItem.ts";
import { Saving } from "../PageEditor.tsx";
import { Choice } from "../PreviewFrame.tsx";
import { Thumbnail } from "../Thumbnail.tsx";
import { useContentDraft } from "../useContentDraft.ts";
import { useContentList } from "../useContentList.ts";
import { DraftBar, type DraftPublishing, useDraftParam, usePublishing } from "../usePublishing.tsx";
import { useImages } from "../useUploads.ts";
import { SHOWN_TEXTS, type ShownTexts, STATE_NAMES } from "./languageTexts.ts";
import { NewTranslation } from "./NewTranslation.tsx";
import { type Filter, TranslationRows } from "./TranslationRows.tsx";

const NAMES = ["show", "text"] as const;

/** The texts of an item, with English beside the translation, which is edited in a draft. */
export function Translation({ account, params: { key } }: ScreenProps<"key">) {
  const [filters, setFilters] = useFilters(NAMES);
  const { draft, open } = useDraftParam();
  const show = SHOWN_TEXTS.find((each) => each === filters.show) ?? "all";
  const edit = { draft, open, account, filter: { show, text: filters.text } };
  const [kind, locale = ""] = key.split(":");
  const filterBar = (counts?: Partial<Record<ShownTexts, number>>) => (
    <search className="mt-5 flex flex-wrap items-end gap-x-6 gap-y-3">
      <div className="max-w-full overflow-x-auto whitespace-nowrap">
        <Choice
          label="Texts"
          choices={SHOWN_TEXTS}
          chosen={show}
          nameOf={(each) =>
            `${each === "all" ? "All" : STATE_NAMES[each]}${counts ? ` ${counts[each] ?? 0}` : ""}`
          }
          onChange={(next) => setFilters({ show: next === "all" ? "" : next })}
        />
      </div>
      <div className="min-w-48 flex-1 sm:max-w-80">
        <FilterText
          label="Search"
          placeholder="A word in either language"
          value={filters.text}
          onChange={(text) => setFilters({ text })}
        />
      </div>
      <p className="text-ink-muted text-xs max-sm:hidden">
        <kbd>Ctrl</kbd> or <kbd>⌘</kbd> + <kbd>Enter</kbd> saves and goes to the next text
      </p>
    </search>
  );
  if (kind === IMAGES_KEY && isLocale(locale))
    return <ImageTexts locale={locale} filterBar={filterBar} {...edit} />;
  return <ItemTexts item={key} filterBar={filterBar} {...edit} />;
}

interface EditProps {
  draft: number | null;
  open: (draft: number | null) => void;
  account: ScreenProps["account"];
  filter: Filter;
  filterBar: (counts?: Partial<Record<ShownTexts, number>>) => ReactNode;
}

/** The texts of a page in one language. */
function ItemTexts({ item: key, draft, open, account, filter, filterBar }: EditProps & { item: string }) {
  const edited = useContentDraft({ item: key, draft, account: account.email, onCreated: open });
  // Above what is loaded for a draft: the notice stays while the published texts take its place.
  const publishing = usePublishing({ draft, open, account, flush: edited.flush });
  const address = parseItemKey(key);
  const isAbsent = edited.query.error instanceof ApiError && edited.query.error.status === 404;
  if (isAbsent && address?.kind === "page")
    return (
      <NewTranslation item={key} draft={draft} open={open} account={account} notice={publishing.notice} />
    );
  return (
    <QueryView query={edited.query} loading={<Skeleton className="h-[80dvh]" />}>
      {({ item, fields, source, states, previous }) => {
        const rows = fields.flatMap((field) => {
          const [english, state] = [source[field.pointer], states[field.pointer]];
          return typeof english === "string" && state
            ? [{ field, source: english, state, previous: previous[field.pointer] }]
            : [];
        });
        const counts: Partial<Record<ShownTexts, number>> = { all: rows.length };
        for (const { state } of rows) if (state !== "translated") counts[state] = (counts[state] ?? 0) + 1;
        const choices = draft === null ? {} : { draft };
        return (
          <>
            <Header
              title={itemName(item)}
              locale={item.locale}
              saving={<Saving edited={edited} />}
              draft={draft}
              open={open}
              account={account}
              publishing={publishing}
            >
              <TextLink href={hrefOfItem(key, draft)}>Edit the page</TextLink>
              {item.path !== null && (
                <TextLink href={hrefOfPreview({ path: item.path, choices })}>Preview</TextLink>
              )}
            </Header>
            {rows.length === 0 ? (
              <EmptyState title="Nothing to translate here">
                English texts are edited under Pages. Choose a page in another language.
              </EmptyState>
            ) : (
              <>
                {filterBar(counts)}
                <TranslationRows
                  key={`${filter.show} ${draft}`}
                  rows={rows}
                  edited={edited}
                  filter={filter}
                  mayEdit={may(account.role, "draft")}
                  item={item}
                />
              </>
            )}
          </>
        );
      }}
    </QueryView>
  );
}

/** The alternative texts of all images in one language. */
function ImageTexts({ locale, draft, open, account, filter, filterBar }: EditProps & { locale: Locale }) {
  const images = useImages(draft);
  // Above what is loaded for a draft: the notice stays while the published texts take its place.
  const publishing = usePublishing({ draft, open, account });
  const mayEdit = may(account.role, "draft");
  return (
    <QueryView query={images} loading={<Skeleton className="h-[80dvh]" />}>
      {(data) => (
        <>
          <Header
            title={`Images in ${languageName(locale)}`}
            locale={locale}
            draft={draft}
            open={open}
            account={account}
            publishing={publishing}
          >
            <TextLink href="/images">Images</TextLink>
          </Header>
          {filterBar()}
          {data.images
            .filter(
              ({ image, state }) => state !== "removed" && !image.isDecorative && image.alt[DEFAULT_LOCALE],
            )
            .map((image) => (
              <ImageText
                key={image.key}
                image={image}
                locale={locale}
                draft={draft}
                open={open}
                account={account}
                filter={filter}
                mayEdit={mayEdit}
              />
            ))}
        </>
      )}
    </QueryView>
  );
}

interface ImageTextProps extends Omit<EditProps, "filterBar"> {
  image: NonNullable<ReturnType<typeof useImages>["data"]>["images"][number];
  locale: Locale;
  mayEdit: boolean;
}

function ImageText({ image, locale, draft, open, account, filter, mayEdit }: ImageTextProps) {
  const edited = useContentDraft({ item: image.key, draft, account: account.email, onCreated: open });
  const pointer = `/alt/${locale}`;
  return (
    <QueryView query={edited.query} loading={<Skeleton className="mt-4 h-24" />}>
      {({ item, fields, source, states, previous }) => {
        const field = fields.find((each) => each.pointer === pointer);
        const [english, state] = [source[pointer], states[pointer]];
        if (!field || typeof english !== "string" || !state) return null;
        const rows = [
          {
            field: { ...field, section: image.path, label: "Alternative text" },
            source: english,
            state,
            previous: previous[pointer],
          },
        ];
        return (
          <TranslationRows
            key={`${filter.show} ${draft}`}
            rows={rows}
            edited={edited}
            filter={filter}
            mayEdit={mayEdit}
            item={{ ...item, locale }}
            picture={<Thumbnail {...image} className="aspect-4/3 w-40 rounded-md border border-hairline" />}
          />
        );
      }}
    </QueryView>
  );
}

interface HeaderProps extends Pick<EditProps, "draft" | "open" | "account"> {
  title: string;
  locale: Locale | null;
  publishing: DraftPublishing;
  saving?: ReactNode;
  /** Links. */
  children: ReactNode;
}

function Header({ title, locale, draft, open, account, publishing, saving, children }: HeaderProps) {
  const content = useContentList();
  const drafts = content.data?.drafts;
  const mayEdit = may(account.role, "draft");
  const params = new URLSearchParams({
    ...(locale !== null && { language: locale }),
    ...(draft !== null && { draft: String(draft) }),
  });
  return (
    <>
      <BackLink href={`/languages?${params}`}>Languages</BackLink>
      <ScreenHeader title={title}>
        <div className="flex flex-wrap gap-4">{children}</div>
        <DraftBar draft={draft} drafts={drafts} onChange={open} saving={saving}>
          {mayEdit && publishing.button}
        </DraftBar>
      </ScreenHeader>
      {!mayEdit && <p className="mt-2 text-ink-muted">{viewOnlyText()}</p>}
      {publishing.notice}
      {publishing.dialog}
    </>
  );
}
