import type { ImageSummary } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useRef, useState } from "react";
import { Field } from "../../shared/form/Field.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { EmptyState, Skeleton } from "../../shared/ui/states.tsx";
import { Thumbnail } from "./Thumbnail.tsx";
import { addImage, IMAGE_TYPES, useImages } from "./useUploads.ts";

export interface ChosenImage {
  path: string;
  /** What it shows; empty for the text of the image itself. */
  alt: string;
}

interface ImageChooserProps {
  title: string;
  /** Text of the button that takes the chosen image. */
  action: string;
  /** Whether the text that says what it shows can be changed for this place. */
  hasText?: boolean;
  /** Path of the image that is chosen at first. */
  chosen?: string;
  draft: number | null;
  ensureDraft: () => Promise<number>;
  onChoose: (image: ChosenImage) => void;
  onDismiss: () => void;
}

/** A dialog with all images, in which one is chosen or uploaded. */
export function ImageChooser(props: ImageChooserProps) {
  const { title, action, hasText = false, draft, ensureDraft, onChoose, onDismiss } = props;
  const images = useImages(draft);
  const [chosen, setChosen] = useState(props.chosen ?? "");
  const [alt, setAlt] = useState("");
  const [upload, setUpload] = useState<{ isBusy: boolean; problem: string }>({ isBusy: false, problem: "" });
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ path, image }: Pick<ImageSummary, "path" | "image">) => {
    setChosen(path);
    setAlt(image.alt.en);
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
  const take = () => {
    onChoose({ path: chosen, alt });
    onDismiss();
  };
  return (
    <Dialog isOpen onDismiss={onDismiss} title={title} closeLabel="Close" size="lg">
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <input
            ref={input}
            type="file"
            hidden
            aria-label="Image to upload"
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
              <EmptyState title="No images yet">Upload a picture to use it.</EmptyState>
            ) : (
              <ul className="grid max-h-[45dvh] grid-cols-2 gap-3 overflow-y-auto p-1 sm:grid-cols-3">
                {all
                  .filter(({ state }) => state !== "removed")
                  .map((image) => (
                    <li key={image.key} className="min-w-0">
                      <button
                        type="button"
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
        {hasText && chosen && (
          <Field
            label="Alternative text"
            hint="What the picture shows, in the language of the page. Leave it empty to use the text of the image itself."
            value={alt}
            maxLength={500}
            onChange={({ target }) => setAlt(target.value)}
          />
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
