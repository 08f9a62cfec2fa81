import type { ReactNode } from "react";

/** A link without an address, as ARIA writes it: https://www.w3.org/TR/html-aria/#el-a-no-href */
export function DisabledLink({ className, children }: { className: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: a placeholder link has no address on purpose.
    <a role="link" aria-disabled="true" className={className}>
      {children}
    </a>
  );
}
