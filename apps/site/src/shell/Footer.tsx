import { LOCALES, type Locale } from "@marquee/contract";
import type { ReactNode } from "react";
import brand from "../../../../content/brand.json";
import type { ShellCopy } from "../app/copy.ts";
import { LANGUAGE_NAMES, pricingPath, productLinks } from "./links.ts";
import { Wordmark } from "./Wordmark.tsx";

const LINK = "hover:text-ink hover:underline underline-offset-4";

export function Footer({ copy, locale }: { copy: ShellCopy; locale: Locale }) {
  return (
    <footer className="border-hairline border-t bg-surface-sunken text-sm">
      <div className="mx-auto grid max-w-page gap-10 px-5 py-16 sm:grid-cols-2 md:px-8 lg:grid-cols-4">
        <div>
          <Wordmark />
          <p className="mt-4 max-w-60 text-ink-muted">{copy.footer.tagline}</p>
        </div>
        <Column title={copy.nav.product}>
          {productLinks(copy).map(({ href, label }) => (
            <li key={href}>
              <a href={href} className={LINK}>
                {label}
              </a>
            </li>
          ))}
          <li>
            <a href={pricingPath(locale)} className={LINK}>
              {copy.nav.pricing}
            </a>
          </li>
        </Column>
        <Column title={copy.footer.languages}>
          {LOCALES.map((each) => (
            <li key={each}>
              <a
                href={pricingPath(each)}
                lang={each}
                hrefLang={each}
                aria-current={each === locale ? "true" : undefined}
                className={`${LINK} aria-[current]:font-medium aria-[current]:text-ink`}
              >
                {LANGUAGE_NAMES[each]}
              </a>
            </li>
          ))}
        </Column>
        <Column title={copy.footer.help}>
          <li>
            <a href={`mailto:${brand.supportEmail}`} className={LINK}>
              {brand.supportEmail}
            </a>
          </li>
          <li>
            <button type="button" data-consent-open="" className={LINK}>
              {copy.footer.cookies}
            </button>
          </li>
        </Column>
      </div>
    </footer>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="font-medium">{title}</h2>
      <ul className="mt-4 grid gap-2.5 text-ink-muted">{children}</ul>
    </div>
  );
}
