import { isDesktop } from "@marquee/contract";
import { useEffect, useRef, useState } from "react";
import { useStore } from "../browser/createStore.ts";
import { loadCopy } from "../copy/copy.ts";
import { useSite } from "../site/siteContext.tsx";
import { uiState } from "../site/uiState.ts";

/** Used by other elements at the bottom edge (the consent dialog). */
const VARIABLE = "--bottom-room";

/** `?mobile_banner=true` asks for the notice (specification, section 2). */
const PARAMETER = "mobile_banner";

/**
 * Says on phones and tablets that what the visitor came for needs a computer (specification, sections 2, 4 and 8). It cannot
 * be dismissed, so it keeps to the bottom edge, and the end of the page and the consent dialog make room for it.
 */
export function MobileNotice() {
  const { locale } = useSite();
  const isWanted = useStore(uiState, (state) => state.showOpenInDesktopMessaging && !state.isDesktop);
  const [text, setText] = useState("");
  const notice = useRef<HTMLDivElement>(null);

  useEffect(readDevice, []);
  useEffect(() => {
    // Without its text there is no notice, and nothing else depends on it.
    if (isWanted)
      loadCopy("overlays", locale).then(
        (copy) => setText(copy.mobileNotice),
        () => undefined,
      );
  }, [isWanted, locale]);
  const isShown = isWanted && text !== "";
  useEffect(() => {
    if (isShown && notice.current) return reserveBottomSpace(notice.current);
  }, [isShown]);

  return (
    // The live region is there before its text, or screen readers would not announce it.
    <div role="status" ref={notice} className="fixed inset-x-0 bottom-0 z-40">
      {isShown && (
        <p className="border-hairline border-t bg-sun-soft px-5 py-3.5 text-center text-ink text-sm shadow-float">
          {text}
        </p>
      )}
    </div>
  );
}

function readDevice(): void {
  uiState.set({
    isDesktop: isDesktop(navigator.userAgent),
    showOpenInDesktopMessaging: new URLSearchParams(location.search).get(PARAMETER) === "true",
  });
}

/**
 * Keeps as much room at the end of the page as `notice`, which is fixed to the bottom edge, covers. Room at the end moves
 * nothing that is seen. @returns the cleanup.
 */
function reserveBottomSpace(notice: HTMLElement): () => void {
  const root = document.documentElement;
  const reserve = () => {
    const height = `${notice.offsetHeight}px`;
    root.style.setProperty(VARIABLE, height);
    root.style.scrollPaddingBottom = height;
    document.body.style.paddingBottom = height;
  };
  const observer = new ResizeObserver(reserve);
  observer.observe(notice);
  return () => {
    observer.disconnect();
    root.style.removeProperty(VARIABLE);
    root.style.scrollPaddingBottom = "";
    document.body.style.paddingBottom = "";
  };
}
