import type { Locale } from "@marquee/contract";
import { Button } from "@marquee/ui";
import { ImagePlus } from "lucide-react";
import { useState } from "react";
import { type ChosenImage, ImageChooser } from "./ImageChooser.tsx";

interface InsertImageProps {
  /** Language of the text that gets the image. */
  locale: Locale;
  draft: number | null;
  ensureDraft: () => Promise<number>;
  /** Called with the markdown of the chosen image. */
  onInsert: (markdown: string) => void;
}

/** A button to choose or upload an image and describe it. */
export function InsertImage({ locale, onInsert, ...rest }: InsertImageProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="-ml-3 mt-1">
      <Button size="sm" variant="tertiary" onClick={() => setOpen(true)}>
        <ImagePlus aria-hidden="true" className="size-4" />
        Insert image
      </Button>
      {isOpen && (
        <ImageChooser
          title="Insert image"
          action="Insert"
          textIn={locale}
          {...rest}
          onChoose={(image) => onInsert(markdownOf(image))}
          onDismiss={() => setOpen(false)}
        />
      )}
    </div>
  );
}

function markdownOf({ path, alt }: ChosenImage): string {
  const text = alt
    .trim()
    .replace(/[[\]\\]/g, "\\$&")
    .replace(/\s+/g, " ");
  return `![${text}](${path})`;
}
