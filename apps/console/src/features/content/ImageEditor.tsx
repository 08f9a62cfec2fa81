import { DEFAULT_LOCALE, type FocalPoint, LOCALES, type Locale } from "@marquee/contract";
import { type ContentField, type ImageSummary, may } from "@marquee/contract/schema";
import { Button, Check, Field, FileButton } from "@marquee/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { useFilters } from "../../shared/address/useFilters.ts";
import { request } from "../../shared/api/request.ts";
import { reload } from "../../shared/api/useRoute.ts";
import { formatInstant } from "../../shared/format/format.ts";
import { languageName } from "../../shared/format/languageName.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { BackLink, TextLink } from "../../shared/ui/links.tsx";
import { ScreenHeader, type ScreenProps, viewOnlyText } from "../../shared/ui/screen.tsx";
import { EmptyState, InlineError, Skeleton } from "../../shared/ui/states.tsx";
import { FocalPointField } from "./FocalPointField.tsx";
import { hrefOfItem } from "./hrefOfItem.ts";
import { fileText, imageName } from "./imageTexts.ts";
import { Saving } from "./PageEditor.tsx";
import { Thumbnail } from "./Thumbnail.tsx";
import { type ContentDraft, useContentDraft } from "./useContentDraft.ts";
import { useNamedField } from "./useNamedField.ts";
import { DraftBar, useDraftParam, usePublishing } from "./usePublishing.tsx";
import { IMAGE_TYPES, uploadImage, useImages } from "./useUploads.ts";

const NAMES = ["field"] as const;

/** One image: its picture, focal point and alternative texts in a draft, and the pages that show it. */
export function ImageEditor({ account, params: { key } }: ScreenProps<"key">) {
  const [{ field }, setFilters] = useFilters(NAMES);
  const { draft, open } = useDraftParam();
  const images = useImages(draft);
  const isGone = images.data?.images.every((image) => image.key !== key) === true;
  const edited = useContentDraft({ item: isGone ? "" : key, draft, account: account.email, onCreated: open });
  const mayEdit = may(account.role, "draft");
  useNamedField(field, () => setFilters({ field: "" }));
  const publishing = usePublishing({ draft, open, account, flush: edited.flush });
  return (
    <QueryView query={images} loading={<Skeleton className="h-[80dvh]" />}>
      {({ images: all, drafts }) => {
        const image = all.find((each) => each.key === key);
        return (
          <>
            <BackLink href={draft === null ? "/images" : `/images?draft=${draft}`}>Images</BackLink>
            <ScreenHeader title={imageName(key)}>
              <DraftBar draft={draft} drafts={drafts} onChange={open} saving={<Saving edited={edited} />}>
                {mayEdit && publishing.button}
              </DraftBar>
            </ScreenHeader>
            {!mayEdit && <p className="mt-2 text-ink-muted">{viewOnlyText()}</p>}
            {publishing.notice}
            {image && image.state !== "removed" ? (
              <QueryView query={edited.query}>
                {({ fields }) => (
                  <Details image={image} fields={fields} edited={edited} draft={draft} mayEdit={mayEdit} />
                )}
              </QueryView>
            ) : (
              <EmptyState title={image ? "This draft deletes this image" : "Image not found"}>
                {image
                  ? "To keep it, choose Keep on the Images screen."
                  : "It may have been deleted. Choose another draft or go back to all images."}
              </EmptyState>
            )}
            {publishing.dialog}
          </>
        );
      }}
    </QueryView>
  );
}

interface DetailsProps {
  image: ImageSummary;
  fields: readonly ContentField[];
  edited: ContentDraft;
  draft: number | null;
  mayEdit: boolean;
}

function Details({ image, fields, edited, draft, mayEdit }: DetailsProps) {
  const valueAt = (pointer: string) => {
    const field = fields.find((each) => each.pointer === pointer);
    return field && edited.read(field);
  };
  const focalPoint = (valueAt("/focalPoint") as FocalPoint | undefined) ?? image.image.focalPoint;
  const draftImage = { ...image, image: { ...image.image, focalPoint } };
  return (
    <div className="mt-6 grid gap-8 lg:grid-cols-[3fr_minmax(20rem,2fr)]">
      <div className="min-w-0">
        <FocalPointField
          image={image}
          value={focalPoint}
          mayEdit={mayEdit}
          onChange={(point) => edited.type("/focalPoint", { x: point.x, y: point.y })}
        />
        <p className="mt-4 text-ink-muted text-xs">Cropped to a square, and to a wide strip</p>
        <div className="mt-1.5 flex gap-3">
          <Thumbnail {...draftImage} className="size-24 rounded-sm" />
          <Thumbnail {...draftImage} className="h-24 w-64 min-w-0 rounded-sm" />
        </div>
      </div>
      <div className="grid min-w-0 content-start gap-8">
        <FileSection image={image} edited={edited} draft={draft} mayEdit={mayEdit} />
        <AltTexts image={image} valueAt={valueAt} edited={edited} mayEdit={mayEdit} />
        <UsesSection image={image} draft={draft} />
      </div>
    </div>
  );
}

interface FileSectionProps extends Pick<DetailsProps, "image" | "edited" | "draft" | "mayEdit"> {}

function FileSection({ image, edited, draft, mayEdit }: FileSectionProps) {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const { image: item, uses, lastChange, key } = image;
  const replace = useMutation({
    mutationFn: uploadImage,
    onSuccess: async ({ file }) => {
      edited.type("/file", { ...file });
      await edited.flush();
      await reload(queries, "GET /content*");
    },
  });
  const remove = useMutation({
    mutationFn: async () => {
      const id = draft ?? (await edited.ensureDraft());
      const revision = edited.changes.get("")?.revision ?? 0;
      await request("PUT /content/drafts/:id/field", {
        params: { id: String(id) },
        body: { item: key, pointer: "", value: null, revision },
      });
      return id;
    },
    onSuccess: async (id) => {
      await reload(queries, "GET /content*");
      navigate(`/images?draft=${id}`);
    },
  });
  const problem = edited.changes.get("/file")?.problem ?? edited.refusalOf("/file")?.message;
  const failed = replace.error ?? remove.error;
  return (
    <section aria-labelledby="file">
      <h2 id="file" className="font-display font-semibold text-lead">
        Picture
      </h2>
      <p className="mt-1 text-ink-muted">
        {fileText(item.file)}
        {lastChange && (
          <>
            {" "}
            · published {formatInstant(lastChange.at)} by {lastChange.author}
          </>
        )}
      </p>
      {problem && <p className="mt-1 text-clay">{problem}</p>}
      {mayEdit && (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <FileButton
            label="Another picture"
            accept={IMAGE_TYPES}
            variant="secondary"
            isDisabled={replace.isPending}
            onFiles={([file]) => file && replace.mutate(file)}
          >
            {replace.isPending ? "Uploading" : "Replace"}
          </FileButton>
          <Button
            size="sm"
            variant="tertiary"
            disabled={uses.length > 0 || remove.isPending}
            aria-describedby="delete-about"
            onClick={() => remove.mutate()}
          >
            Delete
          </Button>
          <p id="delete-about" className="text-ink-muted text-xs">
            {uses.length > 0 && "It's used on pages, so it can't be deleted."}
          </p>
        </div>
      )}
      <InlineError error={failed} />
    </section>
  );
}

interface AltTextsProps extends Pick<DetailsProps, "image" | "edited" | "mayEdit"> {
  valueAt: (pointer: string) => unknown;
}

/** What the image shows, in each language that a page needs it in. */
function AltTexts({ image, valueAt, edited, mayEdit }: AltTextsProps) {
  const isDecorative = valueAt("/isDecorative") === true;
  const used = new Set<Locale>([DEFAULT_LOCALE, ...image.uses.map(({ locale }) => locale)]);
  const needing = image.uses.filter(({ hasText }) => !hasText).map(({ locale }) => locale);
  // If every page describes the image itself, the image needs no text of its own.
  const isNeeded = needing.length > 0 || image.uses.length === 0;
  const needed = new Set<Locale>(isNeeded ? [DEFAULT_LOCALE, ...needing] : []);
  const unusedLocales = LOCALES.filter((locale) => !used.has(locale));
  const input = (locale: Locale) => {
    const pointer = `/alt/${locale}`;
    const text = String(valueAt(pointer) ?? "");
    const isMissing = needed.has(locale) && text.trim() === "";
    const problem =
      edited.refusalOf(pointer)?.message ??
      edited.changes.get(pointer)?.problem ??
      (isMissing ? "Required: describe the picture." : "");
    return (
      <Field
        key={locale}
        label={languageName(locale)}
        lang={locale}
        data-pointer={pointer}
        value={text}
        maxLength={500}
        problem={isDecorative ? "" : problem}
        disabled={!mayEdit || isDecorative}
        onChange={({ target }) => edited.type(pointer, target.value)}
      />
    );
  };
  return (
    <section aria-labelledby="alt">
      <h2 id="alt" className="font-display font-semibold text-lead">
        Alternative text
      </h2>
      <p className="mt-1 text-ink-muted text-xs">
        Describes the picture for people who can't see it. Text set on a page takes precedence.
      </p>
      <div className="mt-3 grid gap-4">
        {LOCALES.filter((locale) => used.has(locale)).map(input)}
        {unusedLocales.length > 0 && (
          <details>
            <summary className="cursor-pointer text-ink-muted">Other languages</summary>
            <div className="mt-3 grid gap-4">{unusedLocales.map(input)}</div>
          </details>
        )}
        <Check
          label="Decorative"
          hint="It adds nothing to the text. Screen readers skip it."
          checked={isDecorative}
          disabled={!mayEdit}
          onChange={(next) => edited.type("/isDecorative", next)}
        />
      </div>
    </section>
  );
}

function UsesSection({ image: { uses }, draft }: Pick<DetailsProps, "image" | "draft">) {
  return (
    <section aria-labelledby="uses">
      <h2 id="uses" className="font-display font-semibold text-lead">
        Where it's used
      </h2>
      {uses.length === 0 ? (
        <p className="mt-1 text-ink-muted">
          Not on any page yet. Open a page under <TextLink href="/pages">Pages</TextLink> and insert it in the
          text.
        </p>
      ) : (
        <ul className="mt-2 border-hairline border-t">
          {uses.map(({ item, title, path, locale, hasText }) => (
            <li key={item} className="border-hairline border-b py-2">
              <TextLink href={hrefOfItem(item, draft)} className="font-medium">
                {title}
              </TextLink>{" "}
              <span className="text-ink-muted">
                {languageName(locale)} · {path}
                {hasText && " · with its own text"}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
