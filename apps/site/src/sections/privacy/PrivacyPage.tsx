import {
  BANNER_ENTRY,
  CONSENT_GROUPS,
  EVENT_CATALOG,
  type EventName,
  SEGMENT_LOCATION_ATTRIBUTE,
  STORED_ENTRIES,
} from "@marquee/contract";
import type { ReactNode } from "react";
import * as brand from "../../../../../content/brand.json";
import type { PrivacyCopy } from "../../copy/copy.ts";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import type { PageProps } from "../../site/page.types.ts";
import { useSite } from "../../site/siteContext.tsx";
import { OwnData } from "./OwnData.tsx";
import { Retention } from "./Retention.tsx";
import { StoredTable } from "./StoredTable.tsx";

/** Every event of the catalog that requires a consent group. A catalog entry without a text in the copy is a type error. */
function eventsOf(group: string, texts: Record<EventName, string>): string[] {
  return (Object.keys(EVENT_CATALOG) as EventName[])
    .filter((name) => EVENT_CATALOG[name].consentGroup === group)
    .map((name) => texts[name]);
}

/**
 * Measured events, stored entries and retention, from the event catalog, the list of stored entries and the settings; and the visitor's
 * own data.
 */
export function PrivacyPage({ copy, locale }: PageProps<PrivacyCopy>) {
  const { copy: texts, settings } = useSite();
  const { measured, stored, kept, contact } = copy;
  const group = texts.loaded("shell", locale)?.consent.groups.analytics.title ?? "";
  const entriesOf = (wanted: string) =>
    STORED_ENTRIES.filter((entry) => entry.group === wanted).map((entry) => ({
      ...entry,
      names: entry.names.map((name) => (name === BANNER_ENTRY ? settings.bannerCookie : name)),
    }));
  const { recipients } = settings;
  const sharing =
    recipients.length > 0
      ? fillTemplate(copy.shared, { recipients: new Intl.ListFormat(locale).format(recipients) })
      : copy.alone;
  const items = [
    ...Object.values(measured.calls),
    ...eventsOf(CONSENT_GROUPS.analytics, measured.events),
    ...Object.values(measured.recorded),
  ];
  return (
    <article
      {...{ [SEGMENT_LOCATION_ATTRIBUTE]: "content" }}
      className="mx-auto max-w-page px-5 pt-16 pb-24 md:px-8 md:pt-24"
    >
      <header className="max-w-[48rem]">
        <h1 className="text-balance font-display text-heading md:text-display">{copy.title}</h1>
        <p className="mt-6 max-w-prose text-pretty text-ink-muted text-lead">{copy.lead}</p>
      </header>
      <ul className="mt-10 max-w-prose list-disc space-y-2 pl-6 marker:text-accent">
        {[...copy.summary, sharing].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <Part id="own-data" title={copy.own.title}>
        <OwnData copy={copy.own} />
      </Part>
      <Part id="measured" title={measured.title}>
        <p>{fillTemplate(measured.text, { group })}</p>
        <ul className="mt-5 list-disc space-y-2 pl-6 marker:text-accent">
          {items.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Part>
      <Part id="stored" title={stored.title}>
        <p>{stored.necessary}</p>
        <StoredTable copy={stored} locale={locale} entries={entriesOf(CONSENT_GROUPS.necessary)} />
        <p className="mt-10">{fillTemplate(stored.consented, { group })}</p>
        <StoredTable copy={stored} locale={locale} entries={entriesOf(CONSENT_GROUPS.analytics)} />
      </Part>
      <Part id="kept" title={kept.title}>
        <Retention copy={kept} locale={locale} />
        <p className="mt-6">{fillTemplate(kept.forms, { group })}</p>
      </Part>
      <Part id="questions" title={contact.title}>
        <p>
          {contact.text}{" "}
          <a href={`mailto:${brand.supportEmail}`} className="text-accent underline underline-offset-4">
            {contact.action}
          </a>
        </p>
      </Part>
    </article>
  );
}

/** A part of the page, with its title in the first column in wide windows. */
function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    // No <section>: the site defers their layout, with a large placeholder height.
    <div id={id} className="mt-16 border-hairline border-t pt-8 lg:grid lg:grid-cols-[1fr_3fr]">
      <h2 className="text-balance pr-8 font-display text-title">{title}</h2>
      <div className="min-w-0 max-w-[48rem] max-lg:mt-5">{children}</div>
    </div>
  );
}
