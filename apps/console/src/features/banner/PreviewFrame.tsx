import clsx from "clsx";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { settleMedia } from "../../shared/ui/settleMedia.ts";

type Theme = "light" | "dark";

interface PreviewFrameProps {
  /** Of the page that is imagined, in CSS pixels. It is drawn smaller where there is no room. */
  width: number;
  theme: Theme;
  children: ReactNode;
}

/** A small document of its own, so that widths and themes are asked as on a page. Nothing in it can be pressed. */
export function PreviewFrame({ width, theme, children }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [height, setHeight] = useState(0);
  const [scale, setScale] = useState(1);

  useEffect(() => {
    const inside = frame.current?.contentDocument;
    if (!inside) return;
    inside.documentElement.lang = "en";
    setBody(inside.body);
    return copyStyles(document, inside, theme);
  }, [theme]);

  useEffect(() => {
    if (!body || !room.current) return;
    const sizes = new ResizeObserver(() => {
      setHeight(body.offsetHeight);
      setScale(Math.min(1, (room.current?.clientWidth ?? width) / width));
    });
    sizes.observe(body);
    sizes.observe(room.current);
    return () => sizes.disconnect();
  }, [body, width]);

  return (
    <div
      ref={room}
      className={clsx("overflow-hidden", height === 0 && "h-11")}
      style={{ height: height ? height * scale : undefined }}
    >
      <iframe
        ref={frame}
        inert
        tabIndex={-1}
        title={`Banner at ${width} px, ${theme}`}
        className="block max-w-none origin-top-left border-0"
        style={{ width, height, transform: `scale(${scale})` }}
      />
      {body && createPortal(children, body)}
    </div>
  );
}

/**
 * Gives a document the style sheets of another one, and settles what they ask of the theme, whatever the browser prefers.
 * @returns the cleanup.
 */
function copyStyles(from: Document, to: Document, theme: Theme): () => void {
  const copies = [...from.querySelectorAll<HTMLElement>('link[rel="stylesheet"], style')].map((sheet) => {
    const copy = to.importNode(sheet, true);
    copy.addEventListener("load", () => settleMedia(to, { "prefers-color-scheme": theme }));
    to.head.append(copy);
    return copy;
  });
  settleMedia(to, { "prefers-color-scheme": theme });
  return () => {
    for (const copy of copies) copy.remove();
  };
}
