import { isDesktop } from "@marquee/contract";
import { useEffect, useRef, useState } from "react";
import { useSite } from "../app/siteContext.tsx";
import { uiState, useUiState } from "../app/uiState.ts";
import { loadOverlayCopy } from "../overlays/overlayCopy.ts";
import { reserveBottomRoom } from "./reserveBottomRoom.ts";

/** `?mobile_banner=true` asks for the notice (specification, section 2). */
const PARAMETER = "mobile_banner";

/**
 * Says on phones and tablets that what the visitor came for needs a computer (specification, sections 2, 4 and 8). It cannot
 * be dismissed, so it keeps to the bottom edge, and the end of the page and the consent dialog make room for it.
 */
export function MobileNotice() {
  const { locale } = useSite();
  const isWanted = useUiState((state) => state.showOpenInDesktopMessaging && !state.isDesktop);
  const [text, setText] = useState("");
  const notice = useRef<HTMLDivElement>(null);

  useEffect(readDevice, []);
  useEffect(() => {
    // Without its text there is no notice, and nothing else depends on it.
    if (isWanted)
      loadOverlayCopy(locale).then(
        (copy) => setText(copy.mobileNotice),
        () => undefined,
      );
  }, [isWanted, locale]);
  const isShown = isWanted && text !== "";
  useEffect(() => {
    if (isShown && notice.current) return reserveBottomRoom(notice.current);
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
