import { isDesktop } from "@marquee/contract";
import { useEffect, useRef, useState } from "react";
import { PageText } from "../blocks/PageText.tsx";
import { useStore } from "../browser/createStore.ts";
import { useSite } from "../site/siteContext.tsx";
import { uiState } from "../site/uiState.ts";

/** CSS variable with the notice's height. The consent dialog uses it to stay above the notice. */
const VARIABLE = "--bottom-room";

/** `?mobile_banner=true` requests the notice (specification, section 2). */
const PARAMETER = "mobile_banner";

/**
 * Tells visitors on phones and tablets that they need a computer (specification, sections 2, 4 and 8). It cannot be
 * dismissed, so it stays at the bottom edge; the end of the page and the consent dialog leave space for it.
 */
export function MobileNotice() {
  const { locale, copy } = useSite();
  const isWanted = useStore(uiState, (state) => state.showOpenInDesktopMessaging && !state.isDesktop);
  const [text, setText] = useState("");
  const notice = useRef<HTMLDivElement>(null);

  useEffect(readDevice, []);
  useEffect(() => {
    // If the copy fails to load, the notice does not show; nothing else depends on it.
    if (isWanted)
      copy.load("overlays", locale).then(
        ({ mobileNotice }) => setText(mobileNotice),
        () => undefined,
      );
  }, [isWanted, locale, copy]);
  const isShown = isWanted && text !== "";
  useEffect(() => {
    if (isShown && notice.current) return reserveBottomSpace(notice.current);
  }, [isShown]);

  return (
    // The live region must exist before its text, or screen readers do not announce it.
    <div role="status" ref={notice} className="fixed inset-x-0 bottom-0 z-40">
      {isShown && (
        <PageText className="border-hairline border-t bg-sun-soft px-5 py-3.5 text-center text-ink text-sm shadow-float">
          {text}
        </PageText>
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
 * Reserves space at the end of the page for `notice`, which covers the bottom edge. Padding at the end causes no layout shift.
 * @returns the cleanup.
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
