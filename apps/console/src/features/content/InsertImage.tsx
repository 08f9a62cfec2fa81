import { altOf, DEFAULT_LOCALE, type ImageItem, type Locale } from "@marquee/contract";
import { Button } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { ImagePlus } from "lucide-react";
import { useRef, useState } from "react";
import { Field } from "../../shared/form/Field.tsx";
import { languageName } from "../../shared/format/languageName.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { EmptyState, Skeleton } from "../../shared/ui/states.tsx";
import { Thumbnail } from "./Thumbnail.tsx";
import { addImage, IMAGE_TYPES, useImages } from "./useUploads.ts";

interface InsertImageProps {
  /** Language of the text that gets the image. */
  locale: Locale;
  draft: number | null;
  ensureDraft: () => Promise<number>;
  /** Called with the markdown of the chosen image. */
  onInsert: (markdown: string) => void;
}

/** A button that lets one choose an image, or upload one, and say what it shows. */
export function InsertImage(props: InsertImageProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="-ml-3 mt-1">
      <Button size="sm" variant="tertiary" onClick={() => setOpen(true)}>
        <ImagePlus aria-hidden="true" className="size-4" />
        Insert image
      </Button>
      {isOpen && <Chooser {...props} onDismiss={() => setOpen(false)} />}
    </div>
  );
}

interface ChosenImage {
  path: string;
  image: ImageItem;
}

interface ChooserProps extends InsertImageProps {
  onDismiss: () => void;
}

function Chooser({ locale, draft, ensureDraft, onInsert, onDismiss }: ChooserProps) {
  const images = useImages(draft);
  const [chosen, setChosen] = useState<ChosenImage | null>(null);
  const [alt, setAlt] = useState("");
  const [upload, setUpload] = useState<{ isBusy: boolean; problem: string }>({ isBusy: false, problem: "" });
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ path, image }: ChosenImage) => {
    setChosen({ path, image });
    setAlt(altOf(image, locale));
  };
  const add = async (file: File) => {
    setUpload({ isBusy: true, problem: "" });
    try {
      choose(await addImage(file, await ensureDraft()));
      setUpload({ isBusy: false, problem: "" });
      await images.refetch();
    } catch (error) {
      setUpload({ isBusy: false, problem: error instanceof Error ? error.message : String(error) });
    }
  };
  const insert = () => {
    if (!chosen) return;
    onInsert(
      `![${alt
        .trim()
        .replace(/[[\]\\]/g, "\\$&")
        .replace(/\s+/g, " ")}](${chosen.path})`,
    );
    onDismiss();
  };
  return (
    <Dialog isOpen onDismiss={onDismiss} title="Insert image" closeLabel="Close" size="lg">
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <input
            ref={input}
            type="file"
            hidden
            aria-label="Image to insert"
            accept={IMAGE_TYPES}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void add(file);
            }}
          />
          <Button
            size="sm"
            variant="secondary"
            disabled={upload.isBusy}
            onClick={() => input.current?.click()}
          >
            {upload.isBusy ? "Uploading" : "Upload"}
          </Button>
          <p role="status" className="text-clay">
            {upload.problem}
          </p>
        </div>
        <QueryView query={images} loading={<Skeleton className="h-48" />}>
          {({ images: all }) =>
            all.length === 0 ? (
              <EmptyState title="No images yet">Upload a picture to insert it.</EmptyState>
            ) : (
              <ul className="grid max-h-[45dvh] grid-cols-2 gap-3 overflow-y-auto p-1 sm:grid-cols-3">
                {all
                  .filter(({ state }) => state !== "removed")
                  .map((image) => (
                    <li key={image.key} className="min-w-0">
                      <button
                        type="button"
                        aria-pressed={chosen?.path === image.path}
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
        {chosen && (
          <div>
            <Field
              label={`Alternative text in ${languageName(locale)}`}
              hint={hintOf(chosen.image, locale)}
              value={alt}
              maxLength={500}
              lang={locale}
              onChange={({ target }) => setAlt(target.value)}
            />
            <OwnText {...chosen} locale={locale} draft={draft} />
          </div>
        )}
        <div className="flex gap-3">
          <Button size="sm" disabled={!chosen} onClick={insert}>
            Insert
          </Button>
          <Button size="sm" variant="secondary" onClick={onDismiss}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function hintOf(image: ImageItem, locale: Locale): string {
  const english = locale === DEFAULT_LOCALE ? "" : altOf(image, DEFAULT_LOCALE);
  const hint = "What the picture shows. Leave it empty to use the text of the image itself.";
  return english ? `English: ${english}` : hint;
}

/** Says that an image has no text of its own in the language, and where to write one. */
function OwnText({ path, image, locale, draft }: ChosenImage & Pick<InsertImageProps, "locale" | "draft">) {
  if (image.isDecorative || altOf(image, locale) !== "") return null;
  const address = `/images/${encodeURIComponent(`image:${path}`)}`;
  return (
    <p role="status" className="mt-1 text-xs">
      The image has no text in {languageName(locale)}. Write one here for this page, or{" "}
      <TextLink href={draft === null ? address : `${address}?draft=${draft}`}>
        at the image for all pages
      </TextLink>
      .
    </p>
  );
}
