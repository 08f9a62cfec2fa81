import { formatCount, formatCounted } from "@marquee/contract";
import type { PersonResponse } from "@marquee/contract/schema";
import type { ReactNode } from "react";
import { useHrefWith } from "../../shared/address/useFilters.ts";
import { TextLink } from "../../shared/ui/links.tsx";
import { Warning } from "../../shared/ui/states.tsx";

interface LinkedNamesProps {
  id: string;
  person: PersonResponse;
  /** Whether only data stored under `id` is shown. */
  isExact: boolean;
}

/** The names that belong to the same person by kind, and what staff should know about them before they act. */
export function LinkedNames({ id, person, isExact }: LinkedNamesProps) {
  const hrefWith = useHrefWith();
  const { names, sharedBy, sharedByCount, hasTooManyNames } = person;
  const linkTo = (name: string) => <TextLink href={hrefWith({ id: name, scope: "" })}>{name}</TextLink>;
  // The thin underline of other links is invisible on a warning.
  const linkInWarning = (change: { id?: string; scope: string }, text: string) => (
    <TextLink href={hrefWith(change)}>{text}</TextLink>
  );
  if (isExact)
    return (
      <Warning className="mt-4">
        Only data under this name. {linkInWarning({ scope: "" }, "Include linked names")}
      </Warning>
    );
  if (hasTooManyNames)
    return (
      <Warning className="mt-4">
        This name is linked to more user IDs and email addresses than one person has, probably by tests or
        forged events. Only data under this name is shown.
      </Warning>
    );
  if (sharedBy.length > 0)
    return (
      <Warning className="mt-4">
        <p>
          {formatCounted(sharedByCount, "person", "people")} used this browser. Only data stored under its ID
          is shown, no matter who was signed in. To see the rest, look up each person:
        </p>
        <ul className="mt-1 list-disc pl-5">
          {sharedBy.map((each, index) => (
            <li key={each.id}>
              {linkInWarning({ id: each.id, scope: "" }, `Person ${index + 1}`)}: {countsOf(each)}
            </li>
          ))}
          {sharedByCount > sharedBy.length && <li>{formatCount(sharedByCount - sharedBy.length)} more</li>}
        </ul>
      </Warning>
    );
  const hidden = names.hiddenEmails > 0 ? [formatCounted(names.hiddenEmails, "address", "addresses")] : [];
  const kinds: [title: string, count: number, items: ReactNode[]][] = [
    [
      "Browsers",
      names.browsers.length,
      names.browsers.map((browser) => (
        <>
          {linkTo(browser.id)}
          {browser.people > 1 && <span className="text-ink-muted">, used by {browser.people} people</span>}
        </>
      )),
    ],
    ["User IDs", names.userIds.length, names.userIds.map((name) => linkTo(name))],
    [
      "Email addresses",
      names.emails.length + names.hiddenEmails,
      [...names.emails.map((name) => linkTo(name)), ...hidden.map((text) => `${text} without stored data`)],
    ],
    ["Leads", names.leadIds.length, names.leadIds.map((name) => linkTo(name))],
  ];
  const linkedKinds = kinds.filter(([, count]) => count > 0);
  if (linkedKinds.length === 0)
    return (
      <p className="mt-4 text-ink-muted">Not linked to another browser, user ID, email address or lead.</p>
    );
  return (
    <section aria-label="Linked names" className="mt-4">
      <h3 className="font-medium">Linked names</h3>
      <dl className="mt-2 grid gap-x-6 sm:gap-y-2 sm:grid-cols-[10rem_1fr]">
        {linkedKinds.map(([title, count, items]) => (
          <NamesOfKind key={title} title={title} count={count} items={items} />
        ))}
      </dl>
      {isLinkedToOthers(id, names) && (
        <Warning className="mt-4">
          Browsers and forms sent these names, and no one has verified them. Before you export or delete data,
          check that they belong to the person who asked.{" "}
          {linkInWarning({ scope: "name" }, "Show only data under this name")}
        </Warning>
      )}
    </section>
  );
}

interface NamesOfKindProps {
  title: string;
  count: number;
  items: readonly ReactNode[];
}

/** Further values are only counted. */
const MAX_SHOWN = 20;

function NamesOfKind({ title, count, items }: NamesOfKindProps) {
  return (
    <>
      <dt className="text-ink-muted">
        {title} <span className="tabular-nums">({formatCount(count)})</span>
      </dt>
      <dd className="wrap-anywhere mb-2 min-w-0 sm:mb-0">
        <ul className="grid gap-0.5">
          {items.slice(0, MAX_SHOWN).map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change while it is shown.
            <li key={index}>{item}</li>
          ))}
          {items.length > MAX_SHOWN && (
            <li className="text-ink-muted">and {formatCount(items.length - MAX_SHOWN)} more</li>
          )}
        </ul>
      </dd>
    </>
  );
}

function isLinkedToOthers(
  id: string,
  { browsers, userIds, emails, leadIds }: PersonResponse["names"],
): boolean {
  const all = [...browsers.map((browser) => browser.id), ...userIds, ...emails, ...leadIds];
  return all.some((name) => name !== id && name !== id.toLowerCase());
}

function countsOf({ userIds, emails, leads }: PersonResponse["sharedBy"][number]): string {
  const counts = [
    [userIds, formatCounted(userIds, "user ID")],
    [emails, formatCounted(emails, "email address", "email addresses")],
    [leads, formatCounted(leads, "lead")],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([, text]) => text)
    .join(", ");
}
