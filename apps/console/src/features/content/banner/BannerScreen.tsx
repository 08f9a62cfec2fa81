import {
  BANNER_COPY,
  BANNER_ITEM,
  bannerConfig,
  DEFAULT_LOCALE,
  isLocale,
  itemKey,
  LOCALES,
  type Locale,
  NO_BANNER,
  NO_BANNER_TEXTS,
  SITE_BANNER_FLAG,
} from "@marquee/contract";
import { type Banner, type BannerTexts, may } from "@marquee/contract/schema";
import { LinkTabs } from "../../../shared/address/LinkTabs.tsx";
import { useFilters } from "../../../shared/address/useFilters.ts";
import { useRoute } from "../../../shared/api/useRoute.ts";
import { languageName } from "../../../shared/format/languageName.ts";
import { QueryView } from "../../../shared/query/QueryView.tsx";
import { TextLink } from "../../../shared/ui/links.tsx";
import { ScreenHeader, type ScreenProps, viewOnlyText } from "../../../shared/ui/screen.tsx";
import { Skeleton } from "../../../shared/ui/states.tsx";
import { hrefOfItem } from "../hrefOfItem.ts";
import { Saving } from "../PageEditor.tsx";
import { ScheduleNotice } from "../ScheduleNotice.tsx";
import { type ContentDraft, useContentDraft } from "../useContentDraft.ts";
import { useContentList } from "../useContentList.ts";
import { useDraftForms } from "../useDraftForms.ts";
import { useNamedField } from "../useNamedField.ts";
import { DraftBar, useDraftParam, usePublishing } from "../usePublishing.tsx";
import { BannerForm } from "./BannerForm.tsx";
import { BannerHistory } from "./BannerHistory.tsx";
import { BannerState } from "./BannerState.tsx";
import { PathTester } from "./PathTester.tsx";
import { Preview } from "./Preview.tsx";

const NAMES = ["field"] as const;
const copyOf = (locale: Locale) => itemKey({ kind: "copy", locale, id: BANNER_COPY });

/** Editor of the announcement banner, in a draft: its appearance, texts, pages and schedule. */
export function BannerScreen({ title, account }: ScreenProps) {
  return <Editor title={title} account={account} locale={DEFAULT_LOCALE} />;
}

/** {@link BannerScreen} with the texts of another language. */
export function TranslatedBanner({ title, account, params: { locale } }: ScreenProps<"locale">) {
  return <Editor title={title} account={account} locale={isLocale(locale) ? locale : DEFAULT_LOCALE} />;
}

function Editor({ title, account, locale }: Pick<ScreenProps, "title" | "account"> & { locale: Locale }) {
  const [{ field }, setFilters] = useFilters(NAMES);
  const { draft, open } = useDraftParam();
  const content = useContentList();
  const forms = useDraftForms(open);
  const about = { draft, account: account.email, onCreated: forms.onCreated };
  const settings = useContentDraft({ item: BANNER_ITEM, ...about });
  const shared = { ...about, createDraft: settings.ensureDraft };
  const english = useContentDraft({ item: copyOf(DEFAULT_LOCALE), ...shared });
  const translation = useContentDraft({ item: locale === DEFAULT_LOCALE ? "" : copyOf(locale), ...shared });
  forms.hold(settings, english, translation);
  const texts = locale === DEFAULT_LOCALE ? english : translation;
  const mayEdit = may(account.role, "draft");
  const drafts = content.data?.drafts;
  useNamedField(field, () => setFilters({ field: "" }));
  const schedule = drafts?.find(({ id }) => id === draft)?.schedule ?? null;
  const publishing = usePublishing({ draft, open, account, flush: forms.flush });
  const saving = [english, translation].find(({ state }) => state.kind !== "saved") ?? settings;
  const said = valuesOf<BannerTexts>(english, NO_BANNER_TEXTS);
  const config = bannerConfig(valuesOf<Banner>(settings, NO_BANNER), valuesOf(texts, said), said);
  return (
    <>
      <ScreenHeader title={title}>
        <TextLink href="/publications">Publications</TextLink>
        <DraftBar draft={draft} drafts={drafts} onChange={open} saving={<Saving edited={saving} />}>
          {mayEdit && publishing.button}
        </DraftBar>
      </ScreenHeader>
      <QueryView query={settings.query} loading={<Skeleton className="mt-6 h-[40rem]" />}>
        {() => (
          <>
            <div className="mt-2">
              <BannerState banner={publishedOf<Banner>(settings, NO_BANNER)} />
            </div>
            {!mayEdit && <p className="mt-1 text-ink-muted">{viewOnlyText()}</p>}
            <BeforeBanner />
            {publishing.notice}
            {schedule && (
              <div className="mt-2">
                <ScheduleNotice schedule={schedule} />
              </div>
            )}
            <Preview config={config} locale={locale} />
            <div className="mt-10 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_21rem]">
              <div className="min-w-0">
                <BannerForm
                  settings={settings}
                  texts={texts}
                  mayEdit={mayEdit}
                  languages={
                    <LinkTabs
                      label="Languages"
                      tabs={LOCALES.map((each) => ({
                        href: hrefOfItem(copyOf(each), draft),
                        name: languageName(each),
                        isChosen: each === locale,
                      }))}
                    />
                  }
                />
              </div>
              <PathTester config={config} />
            </div>
            <BannerHistory />
            {publishing.dialog}
          </>
        )}
      </QueryView>
    </>
  );
}

/** The values of an item in the draft. The server has validated them, or shows the problem at the field. */
function valuesOf<Value extends object>(edited: ContentDraft, otherwise: Value): Value {
  const fields = edited.query.data?.fields.map((field) => [field.pointer.slice(1), edited.read(field)]) ?? [];
  return { ...otherwise, ...Object.fromEntries(fields) };
}

function publishedOf<Value extends object>({ query: { data } }: ContentDraft, otherwise: Value): Value {
  const fields = data?.fields.map(({ pointer, value }) => [pointer.slice(1), value]) ?? [];
  return { ...otherwise, ...Object.fromEntries(fields) };
}

/** What some visitors see instead of the banner. */
function BeforeBanner() {
  const { data } = useRoute("GET /flags/:key", { params: { key: SITE_BANNER_FLAG } });
  const rules = data?.definition.rules.length ?? 0;
  return (
    <>
      {rules > 0 && (
        <p className="mt-1 text-ink-muted">
          {rules === 1 ? "A flag rule applies to" : `${rules} flag rules apply to`} some visitors first.{" "}
          <TextLink href={`/flags/${SITE_BANNER_FLAG}`}>View flag</TextLink>
        </p>
      )}
      {data?.experiment && (
        <p className="mt-1 text-ink-muted">
          The experiment {data.experiment} is running on the banner. Its participants see a variation instead.
        </p>
      )}
    </>
  );
}
