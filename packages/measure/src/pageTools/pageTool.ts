import type { ConsentGroup } from "@marquee/contract";

/** A third-party tool. Both functions may be called repeatedly. */
export interface PageTool {
  /** Loads the tool, or lets it continue. @param isGranted whether the visitor granted a group. */
  allow(isGranted: (group: ConsentGroup) => boolean): void;
  /** Called when the visitor withdraws everything that the tool needs: stops it as far as possible and removes its stored data. */
  withdraw(): void;
}
