import { Button } from "@marquee/ui";
import { type ReactNode, useRef } from "react";
import { IMAGE_TYPES } from "./useUploads.ts";

interface UploadButtonProps {
  /** Name of the file field, for screen readers. */
  label: string;
  isMultiple?: boolean;
  isBusy?: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** A button that opens the file dialog for images. */
export function UploadButton({ label, isMultiple, isBusy = false, onFiles, children }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple={isMultiple}
        hidden
        aria-label={label}
        accept={IMAGE_TYPES}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again after a problem.
          target.value = "";
        }}
      />
      <Button size="sm" variant="secondary" disabled={isBusy} onClick={() => input.current?.click()}>
        {isBusy ? "Uploading" : children}
      </Button>
    </>
  );
}
