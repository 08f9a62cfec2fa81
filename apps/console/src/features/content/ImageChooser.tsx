import { altOf, DEFAULT_LOCALE, type ImageItem, type Locale } from "@marquee/contract";
import { Button, Field, FileButton } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { reload } from "../../shared/api/useRoute.ts";
import { languageName } from "../../shared/format/languageName.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { EmptyState, Skeleton } from "../../shared/ui/states.tsx";
import { Thumbnail } from "./Thumbnail.tsx";
import { addImage, IMAGE_TYPES, useImages } from "./useUploads.ts";

export interface ChosenImage {
  path: string;
  /** What the image shows; empty to use the image's own text. */
  alt: string;
}

interface ImageChooserProps {
  title: string;
  /** Label of the button that confirms the chosen image. */
  action: string;
  /** Language of the text that describes the image at this place; without one, the image's own text is used. */
  textIn?: Locale;
  /** Path of the image that is selected initially. */
  chosen?: string;
  draft: number | null;
  ensureDraft: () => Promise<number>;
  onChoose: (image: ChosenImage) => void;
  onDismiss: () => void;
}

/** A dialog with all images, in which one is chosen or uploaded. */
export function ImageChooser(props: ImageChooserProps) {
  const { title, action, textIn, ensureDraft, onChoose, onDismiss } = props;
  const queries = useQueryClient();
  /** The draft that an upload created; the screen opens it later. */
  const [created, setCreated] = useState<number | null>(null);
  const draft = created ?? props.draft;
  const images = useImages(draft);
  const [chosen, setChosen] = useState(props.chosen ?? "");
  const [image, setImage] = useState<ImageItem | null>(null);
  const [alt, setAlt] = useState("");
  const [upload, setUpload] = useState<{ isBusy: boolean; problem: string }>({ isBusy: false, problem: "" });
  const choose = (each: { path: string; image: ImageItem }) => {
    setChosen(each.path);
    setImage(each.image);
    setAlt(textIn ? altOf(each.image, textIn) : "");
  };
  const add = async (file: File) => {
    setUpload({ isBusy: true, problem: "" });
    try {
      const id = await ensureDraft();
      choose(await addImage(file, id));
      setCreated(id);
      setUpload({ isBusy: false, problem: "" });
      await reload(queries, "GET /content/images");
    } catch (error) {
      setUpload({ isBusy: false, problem: error instanceof Error ? error.message : String(error) });
    }
  };
  const take = () => {
    onChoose({ path: chosen, alt });
    onDismiss();
  };
  return (
    <Dialog isOpen onDismiss={onDismiss} title={title} closeLabel="Close" size="lg">
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <FileButton
            label="Image to upload"
            accept={IMAGE_TYPES}
            variant="secondary"
            isDisabled={upload.isBusy}
            onFiles={([file]) => file && void add(file)}
          >
            {upload.isBusy ? "Uploading" : "Upload"}
          </FileButton>
          <p role="status" className="text-clay">
            {upload.problem}
          </p>
        </div>
        <QueryView query={images} loading={<Skeleton className="h-48" />}>
          {({ images: all }) =>
            all.length === 0 ? (
              <EmptyState title="No images yet">Upload a picture to use it.</EmptyState>
            ) : (
              <ul className="grid max-h-[45dvh] grid-cols-2 gap-3 overflow-y-auto p-1 sm:grid-cols-3">
                {all
                  .filter(({ state }) => state !== "removed")
                  .map((image) => (
                    <li key={image.key} className="min-w-0">
                      <button
                        type="button"
                        ref={chosen === image.path ? scrollIntoSight : null}
                        aria-pressed={chosen === image.path}
                        onClick={() => choose(image)}
                        className="w-full rounded-md border-2 border-transparent p-1 text-left aria-pressed:border-accent"
                      >
                        <Thumbnail {...image} className="aspect-4/3 w-full rounded-sm" />
                        <span className="wrap-anywhere mt-1 block text-xs">{image.path}</span>
                      </button>
                    </li>
                  ))}
              </ul>
            )
          }
        </QueryView>
        {textIn && image && (
          <div>
            <Field
              label={`Alternative text in ${languageName(textIn)}`}
              hint={hintOf(image, textIn)}
              value={alt}
              maxLength={500}
              lang={textIn}
              onChange={({ target }) => setAlt(target.value)}
            />
            <OwnText path={chosen} image={image} locale={textIn} draft={draft} />
          </div>
        )}
        <div className="flex gap-3">
          <Button size="sm" disabled={!chosen} onClick={take}>
            {action}
          </Button>
          <Button size="sm" variant="secondary" onClick={onDismiss}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Used as a `ref` callback. */
function scrollIntoSight(element: Element | null): void {
  element?.scrollIntoView({ block: "nearest" });
}

function hintOf(image: ImageItem, locale: Locale): string {
  const english = locale === DEFAULT_LOCALE ? "" : altOf(image, DEFAULT_LOCALE);
  const hint = "Describe the picture. Leave it empty to use the image's own text.";
  return english ? `English: ${english}` : hint;
}

interface OwnTextProps {
  path: string;
  image: ImageItem;
  locale: Locale;
  draft: number | null;
}

/** Says that an image has no text of its own in the language, and links to where to write one. */
function OwnText({ path, image, locale, draft }: OwnTextProps) {
  if (image.isDecorative || altOf(image, locale) !== "") return null;
  const address = `/images/${encodeURIComponent(`image:${path}`)}`;
  return (
    <p role="status" className="mt-1 text-xs">
      The image has no text in {languageName(locale)}. Write one here for this page, or{" "}
      <TextLink href={draft === null ? address : `${address}?draft=${draft}`}>
        on the image, for all pages
      </TextLink>
      .
    </p>
  );
}
