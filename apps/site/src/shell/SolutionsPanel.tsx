import { type Locale, localizePath } from "@marquee/contract";
import { ButtonLink } from "@marquee/ui";
import type { ShellCopy } from "../app/copy.ts";
import { departmentLinks } from "./links.ts";
import { PANEL_LINK } from "./navStyles.ts";
import { PanelAside } from "./PanelAside.tsx";

/** Departments, and a person to ask. */
export function SolutionsPanel({ copy, locale }: { copy: ShellCopy; locale: Locale }) {
  const { solutions, nav } = copy;
  return (
    <>
      <div className="col-span-8 -ml-3 py-6">
        <p id="by-department" className="px-3 pb-2 text-ink-muted text-xs">
          {solutions.title}
        </p>
        <ul aria-labelledby="by-department" className="grid grid-cols-3 gap-x-6">
          {departmentLinks(copy, locale).map(({ href, label, hrefLang }) => (
            <li key={href}>
              <a href={href} hrefLang={hrefLang} className={PANEL_LINK}>
                <span className="font-medium text-sm">{label}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
      <PanelAside title={solutions.ask.title} text={solutions.ask.text}>
        <ButtonLink
          href={localizePath("/contact-sales", locale)}
          data-overlay="enterprise-sales"
          data-overlay-location="nav"
          tracking={{ source: "nav", buttonClicked: "contact-sales" }}
          variant="secondary"
          size="sm"
          className="mt-4"
        >
          {nav.contact}
        </ButtonLink>
      </PanelAside>
    </>
  );
}
