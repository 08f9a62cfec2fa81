/**
 * After the next frame, fonts that are still loading no longer replace the fallback fonts on their own: other widths break lines elsewhere
 * and would move what is being read. `lateFonts.ts` decides when they do (docs/decisions/026-late-fonts.md).
 */
export function holdLateFonts(): void {
  // Before the first frame, no font has been requested; one from the cache arrives within a frame.
  requestAnimationFrame(() =>
    setTimeout(() => {
      const { fonts } = document;
      for (const face of fonts) if (face.status === "loading") face.display = "optional";
      // If this code fails to load, the document keeps the fallback fonts.
      if (fonts.status === "loading") import("./lateFonts.ts").catch(() => undefined);
    }),
  );
}
