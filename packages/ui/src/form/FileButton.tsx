import { type ReactNode, useRef } from "react";
import { Button } from "../primitives/Button.tsx";
import type { ButtonStyle } from "../primitives/buttonStyles.ts";

interface FileButtonProps extends Pick<ButtonStyle, "variant"> {
  /** Name of the file field, for screen readers. */
  label: string;
  /** Types of files, as the `accept` attribute lists them. */
  accept: string;
  isMultiple?: boolean;
  isDisabled?: boolean;
  "aria-describedby"?: string;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** A button that opens the file dialog. */
export function FileButton(props: FileButtonProps) {
  const { label, accept, isMultiple, isDisabled, onFiles, children, ...button } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple={isMultiple}
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again after it was corrected.
          target.value = "";
        }}
      />
      <Button size="sm" disabled={isDisabled} onClick={() => input.current?.click()} {...button}>
        {children}
      </Button>
    </>
  );
}
