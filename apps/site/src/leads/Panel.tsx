import type { ReactNode } from "react";

/** What a form stands on. */
export function Panel({ children }: { children: ReactNode }) {
  return <div className="rounded-lg border border-hairline bg-surface p-5 sm:p-8 lg:p-10">{children}</div>;
}
