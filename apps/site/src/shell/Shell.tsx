import type { Locale } from "@marquee/contract";
import { SkipLink } from "@marquee/ui";
import type { ReactNode } from "react";
import type { ShellCopy } from "../app/copy.ts";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";

interface ShellProps {
  copy: ShellCopy;
  locale: Locale;
  /** Where the visitor is; marks the link that leads here. */
  path: string;
  children: ReactNode;
}

/** What stands around every page. */
export function Shell({ copy, locale, path, children }: ShellProps) {
  return (
    <>
      <SkipLink target="main" label={copy.nav.skip} />
      <Header copy={copy} locale={locale} path={path} />
      <main id="main" tabIndex={-1} className="trellis min-h-[60vh] overflow-x-clip">
        {children}
      </main>
      <Footer copy={copy} locale={locale} />
    </>
  );
}
