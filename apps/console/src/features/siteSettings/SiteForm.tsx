import { isTimeZone, type Weekday } from "@marquee/contract";
import type { SiteResponse } from "@marquee/contract/schema";
import { LinesField, SelectField } from "@marquee/ui";
import type { FormEvent } from "react";
import { WEEKDAY_NAMES } from "../../shared/changes/fieldNames.ts";
import { SaveBar } from "../../shared/draft/SaveBar.tsx";
import type { Draft } from "../../shared/draft/useDraft.ts";
import { CopyButton } from "../../shared/ui/CopyButton.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { TimeZoneField } from "./TimeZoneField.tsx";

const WEEKDAY_CHOICES = WEEKDAY_NAMES.map((name, index) => [String(index + 1), name] as const);

interface SiteFormProps {
  edited: Draft<SiteResponse>;
  mayEdit: boolean;
}

/** All settings of the site. The server checks hosts and addresses. */
export function SiteForm({ edited, mayEdit }: SiteFormProps) {
  const { draft, base, set, save } = edited;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save();
  };
  return (
    <form onSubmit={onSubmit}>
      <fieldset disabled={!mayEdit} className="grid min-w-0 gap-8">
        <section className="grid gap-4 border-hairline border-t pt-5">
          <h2 className="font-semibold">Time</h2>
          <div className="grid gap-4 sm:grid-cols-2">
            <TimeZoneField value={draft.timeZone} onChange={(timeZone) => set({ timeZone })} />
            <SelectField
              label="First day of the week"
              hint="The “This week” date range starts on this day."
              choices={WEEKDAY_CHOICES}
              value={String(draft.weekStart)}
              onChange={({ target }) => set({ weekStart: Number(target.value) as Weekday })}
            />
          </div>
        </section>
        <section className="grid gap-4 border-hairline border-t pt-5">
          <h2 className="font-semibold">Hosts</h2>
          <p className="-mt-2 max-w-prose text-ink-muted text-xs">
            The site's ID is <code>{base.id}</code>. It stays the same when the site moves to another host.
          </p>
          <LinesField
            label="Hosts of the site"
            hint={`One per line, such as docs.example.com. Pages on them may send events, and visits from one to another are internal, not from a source. ${base.publicHost} (PUBLIC_URL) is always one of them.`}
            lines={draft.hosts}
            onChange={(hosts) => set({ hosts })}
          />
          <p className="-mt-2 text-ink-muted text-xs">
            How to measure pages on other hosts, and to ask visitors once for all of them:{" "}
            <TextLink href="/install">Install</TextLink>
          </p>
        </section>
        <UncountedFields edited={edited} />
      </fieldset>
      {mayEdit && <SaveBar edited={edited} isInvalid={!isTimeZone(draft.timeZone)} />}
    </form>
  );
}

/** Whose visits are excluded. */
function UncountedFields({ edited: { draft, set } }: Pick<SiteFormProps, "edited">) {
  const link = new URL("/console/do-not-count", location.origin).href;
  return (
    <section className="grid gap-4 border-hairline border-t pt-5">
      <h2 className="font-semibold">Visits that are not counted</h2>
      <p className="-mt-2 max-w-prose text-ink-muted text-xs">
        Browsers signed in to the console are never counted. For everyone else on your team, share the link or
        list your network's addresses. Excluded visits are counted under Data quality.
      </p>
      <div>
        <p className="font-medium">“Don't count me” link</p>
        <div className="mt-1.5 flex flex-wrap items-center gap-2">
          <code className="wrap-anywhere rounded-sm bg-surface-sunken px-3 py-2 text-xs">{link}</code>
          <CopyButton text={link} label="Copy link" />
        </div>
        <p className="mt-1 text-ink-muted text-xs">
          Anyone who opens it can stop counting their browser, and start again.
        </p>
      </div>
      {draft.excludedAddresses ? (
        <LinesField
          label="Addresses"
          hint="IP addresses or ranges, one per line: 192.0.2.10 or 192.0.2.0/24. They are compared, never stored with events or in the change history. Only owners see them."
          lines={draft.excludedAddresses}
          onChange={(excludedAddresses) => set({ excludedAddresses })}
        />
      ) : (
        <p className="text-ink-muted text-xs">Owners can also exclude addresses.</p>
      )}
    </section>
  );
}
