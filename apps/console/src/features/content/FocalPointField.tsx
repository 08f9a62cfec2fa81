import type { FocalPoint } from "@marquee/contract";
import type { ImageSummary } from "@marquee/contract/schema";
import { type KeyboardEvent, type MouseEvent, useId } from "react";
import { pointText } from "./imageTexts.ts";
import { imageSource } from "./Thumbnail.tsx";

interface FocalPointFieldProps {
  image: ImageSummary;
  value: FocalPoint;
  mayEdit: boolean;
  onChange: (point: FocalPoint) => void;
}

const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The picture with the point that stays visible where it is cropped: set by a click, or moved by the arrow keys. */
export function FocalPointField({ image, value, mayEdit, onChange }: FocalPointFieldProps) {
  const hint = useId();
  const { width, height } = image.image.file;
  const place = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) => {
    if (!mayEdit) return;
    const box = currentTarget.getBoundingClientRect();
    onChange({ x: part((clientX - box.left) / box.width), y: part((clientY - box.top) / box.height) });
  };
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step || !mayEdit) return;
    event.preventDefault();
    const distance = event.shiftKey ? 0.1 : 0.01;
    onChange({ x: part(value.x + step[0] * distance), y: part(value.y + step[1] * distance) });
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the button in it takes the arrow keys. */}
      <div
        onClick={place}
        className={`relative mx-auto w-fit max-w-full overflow-hidden rounded-md border border-hairline bg-surface-sunken ${mayEdit ? "cursor-crosshair" : ""}`}
      >
        <img
          key={image.version}
          src={imageSource(image, 1200)}
          alt=""
          width={width}
          height={height}
          className="block h-auto max-h-[60dvh] w-auto max-w-full"
        />
        <button
          type="button"
          disabled={!mayEdit}
          onKeyDown={move}
          // A click on the middle of the handle must not move the point.
          onClick={(event) => event.stopPropagation()}
          aria-label={`Focal point: ${pointText(value)}`}
          aria-describedby={hint}
          className="absolute size-8 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-white bg-black/30 shadow-float outline-offset-2 before:absolute before:top-1/2 before:left-1/2 before:size-1.5 before:-translate-x-1/2 before:-translate-y-1/2 before:rounded-full before:bg-white"
          style={{ left: `${value.x * 100}%`, top: `${value.y * 100}%` }}
        />
      </div>
      <p id={hint} className="mt-2 text-ink-muted text-xs">
        {mayEdit &&
          "Click the part that must stay visible when the picture is cropped, or move the point with the arrow keys. "}
        <output>The focal point is {pointText(value)}.</output>
      </p>
    </div>
  );
}

function part(value: number): number {
  return Math.round(Math.min(Math.max(value, 0), 1) * 100) / 100;
}
