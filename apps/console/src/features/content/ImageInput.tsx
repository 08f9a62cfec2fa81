import { Button } from "@marquee/ui";
import { useState } from "react";
import { ImageChooser } from "./ImageChooser.tsx";
import type { InputAttributes } from "./inputAttributes.ts";
import { Thumbnail } from "./Thumbnail.tsx";
import type { ContentDraft } from "./useContentDraft.ts";
import { useImages } from "./useUploads.ts";

interface ImageInputProps {
  common: InputAttributes;
  edited: Pick<ContentDraft, "draft" | "ensureDraft">;
  /** Path of an image; empty for none. */
  value: string;
  onChange: (path: string) => void;
}

/** Chooses one of the images, or none. */
export function ImageInput({ common, edited: { draft, ensureDraft }, value, onChange }: ImageInputProps) {
  const [isOpen, setOpen] = useState(false);
  const images = useImages(draft);
  const image = images.data?.images.find(({ path, state }) => path === value && state !== "removed");
  const focus = () => document.getElementById(common.id)?.focus();
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-2">
      {image && <Thumbnail {...image} className="aspect-4/3 w-28 rounded-sm border border-hairline" />}
      <div className="grid min-w-0 gap-1.5">
        <p className="wrap-anywhere text-ink-muted">{value || "No image"}</p>
        <div className="flex flex-wrap gap-2">
          {/* The button's name says what it does, in addition to the field's label. */}
          <Button
            {...common}
            size="sm"
            variant="secondary"
            aria-label={value ? `Change image, now ${value}` : "Choose image"}
            onClick={() => setOpen(true)}
          >
            {value ? "Change image" : "Choose image"}
          </Button>
          {value && (
            <Button
              size="sm"
              variant="tertiary"
              disabled={common.disabled}
              onClick={() => {
                onChange("");
                focus();
              }}
            >
              Remove<span className="sr-only"> the image</span>
            </Button>
          )}
        </div>
      </div>
      {isOpen && (
        <ImageChooser
          title="Choose image"
          action="Use this image"
          chosen={value}
          draft={draft}
          ensureDraft={ensureDraft}
          onChoose={({ path }) => onChange(path)}
          onDismiss={() => setOpen(false)}
        />
      )}
    </div>
  );
}
