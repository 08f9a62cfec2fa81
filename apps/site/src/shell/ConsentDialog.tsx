import {
  CONSENT_GROUPS,
  type Locale,
  localizePath,
  SEGMENT_LOCATION_ATTRIBUTE,
  SEGMENT_ROOT_ATTRIBUTE,
} from "@marquee/contract";
import { Button } from "@marquee/ui";
import { PageText } from "../blocks/PageText.tsx";
import type { ShellCopy } from "../copy/copy.ts";
import { fillTemplate } from "../copy/fillTemplate.ts";

/** Consent groups that the visitor can choose. The necessary group is always on. */
const CHOICES = [
  ["analytics", CONSENT_GROUPS.analytics],
  ["functional", CONSENT_GROUPS.functional],
  ["marketing", CONSENT_GROUPS.marketing],
] as const;

interface ConsentDialogProps {
  copy: ShellCopy;
  locale: Locale;
  /** Names of companies that get data of visitors who agree. */
  recipients: readonly string[];
}

/**
 * The built-in consent dialog. It is outside React's root and hidden until `packages/measure` shows it; its data attributes
 * are the interface to that library. The accept and reject buttons deliberately look the same.
 */
export function ConsentDialog({ copy: { consent: copy, footer }, locale, recipients }: ConsentDialogProps) {
  return (
    <div {...{ [SEGMENT_ROOT_ATTRIBUTE]: "consent" }}>
      <section
        hidden
        data-consent-dialog=""
        {...{ [SEGMENT_LOCATION_ATTRIBUTE]: "consent" }}
        role="dialog"
        aria-labelledby="consent-title"
        aria-describedby="consent-text"
        className="appears fixed inset-x-3 bottom-3 z-50 max-h-[calc(100dvh-1.5rem-var(--bottom-room,0px))] overflow-y-auto [translate:0_calc(-1*var(--bottom-room,0px))] rounded-md border border-hairline bg-surface p-5 shadow-float sm:right-auto sm:bottom-5 sm:left-5 sm:w-[25rem]"
      >
        <PageText as="h2" id="consent-title" className="font-display font-semibold text-lead">
          {copy.title}
        </PageText>
        <PageText id="consent-text" className="mt-2 text-ink-muted text-sm">
          {recipients.length > 0
            ? fillTemplate(copy.sharedText, { recipients: new Intl.ListFormat(locale).format(recipients) })
            : copy.text}
        </PageText>
        <a
          href={localizePath("/privacy", locale)}
          className="mt-1 inline-block py-0.5 text-accent text-sm underline underline-offset-4"
        >
          {footer.privacy}
        </a>
        <fieldset hidden data-consent-groups="" className="mt-4 border-hairline border-t">
          <legend className="sr-only">{copy.customize}</legend>
          {CHOICES.map(([name, group]) => (
            <label key={group} className="flex gap-3 border-hairline border-b py-3 text-sm">
              <input
                type="checkbox"
                data-consent-group={group}
                className="mt-1 size-4 shrink-0 accent-leaf"
              />
              <span>
                <span className="block font-medium">{copy.groups[name].title}</span>
                <span className="block text-ink-muted">{copy.groups[name].text}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <div className="mt-4 grid grid-cols-2 gap-2">
          <Button data-consent-accept="" variant="secondary" size="sm">
            {copy.accept}
          </Button>
          <Button data-consent-reject="" variant="secondary" size="sm">
            {copy.reject}
          </Button>
          <Button
            data-consent-customize=""
            aria-expanded={false}
            variant="tertiary"
            size="sm"
            className="[&:has(+[hidden])]:col-span-2"
          >
            {copy.customize}
          </Button>
          <Button hidden data-consent-save="" variant="tertiary" size="sm">
            {copy.save}
          </Button>
        </div>
      </section>
    </div>
  );
}
