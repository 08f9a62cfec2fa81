import {
  COLLECTIONS,
  DEFAULT_LOCALE,
  ENTRY_FIELDS,
  type Locale,
  localizePath,
  plainLetters,
  readablePath,
} from "@marquee/contract";
import type { ContentItemSummary, DraftSummary } from "@marquee/contract/schema";
import { Field, SelectField } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { request } from "../../shared/api/request.ts";
import { FormActions } from "../../shared/ui/FormActions.tsx";
import { InlineError } from "../../shared/ui/states.tsx";
import { itemName, LANGUAGE_CHOICES } from "./contentTexts.ts";
import { DraftField, ensureDraft } from "./DraftField.tsx";
import { hrefOfItem } from "./hrefOfItem.ts";
import { pathOf } from "./PageActions.tsx";

/** IDs of the server's templates: of pages, and of entries of collections. */
const TEMPLATES: readonly (readonly [id: string, name: string])[] = [
  ["empty", "An empty page"],
  ["help", "Help page with steps"],
  ["policy", "Policy"],
  ...Object.values(COLLECTIONS).map(({ template, noun }) => [template, noun] as const),
];

interface NewPageProps {
  items: readonly ContentItemSummary[];
  drafts: readonly DraftSummary[];
  /** Key of the page to copy; empty for none. */
  copied: string;
  locale: Locale;
  onDismiss: () => void;
}

/** Adds a page to a draft, from a template or a copy, and opens it. */
export function NewPage({ items, drafts, copied, locale: initialLocale, onDismiss }: NewPageProps) {
  const [, navigate] = useLocation();
  const pages = items.filter(({ kind }) => kind === "page");
  const [from, setFrom] = useState(copied || "empty");
  const source = pages.find(({ key }) => key === from);
  const [locale, setLocale] = useState(initialLocale);
  const [title, setTitle] = useState("");
  const [category, setCategory] = useState("");
  const [typedPath, setTypedPath] = useState<string | null>(null);
  // A new draft, unless the page is meant for an existing one: the open drafts may be other people's.
  const [draft, setDraft] = useState<number | null>(null);
  const isTranslation = source !== undefined && source.locale !== locale;
  const [folder, collection] =
    Object.entries(COLLECTIONS).find(([, { template }]) => template === from) ?? [];
  const needsCategory = collection?.required.includes("category") === true;
  const path = typedPath ?? (folder ? `/${folder}` : "") + suggestPath(title);
  const add = useMutation({
    mutationFn: async () => {
      const id = await ensureDraft(draft, `New page: ${title}`);
      setDraft(id);
      const { item } = await request("POST /content/drafts/:id/page", {
        params: { id: String(id) },
        body: {
          step: "add",
          locale,
          title,
          path: pathOf(path),
          from,
          isTranslation,
          ...(needsCategory && { category }),
        },
      });
      return { item, id };
    },
    onSuccess: ({ item, id }) => navigate(hrefOfItem(item, id)),
  });
  return (
    <Dialog isOpen onDismiss={onDismiss} title="New page" closeLabel="Close">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate();
        }}
      >
        <SelectField
          label="Start from"
          value={from}
          choices={[...TEMPLATES, ...pages.map((page) => [page.key, `A copy of ${itemName(page)}`] as const)]}
          onChange={({ target }) => setFrom(target.value)}
        />
        <SelectField
          label="Language"
          {...(isTranslation && { hint: "The copy becomes the translation of this page." })}
          value={locale}
          choices={LANGUAGE_CHOICES}
          onChange={({ target }) => setLocale(target.value as Locale)}
        />
        <Field
          label="Title"
          required
          maxLength={120}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        {needsCategory && (
          <Field
            label="Category"
            hint="The heading it's listed under."
            required
            maxLength={ENTRY_FIELDS.category.maxLength}
            value={category}
            onChange={({ target }) => setCategory(target.value)}
          />
        )}
        <Field
          label="Path"
          required
          hint={
            locale === DEFAULT_LOCALE
              ? "Where visitors find the page, such as /security."
              : `Visitors see ${readablePath(localizePath(pathOf(path), locale))}.`
          }
          maxLength={200}
          spellCheck={false}
          autoCapitalize="none"
          value={path}
          onChange={({ target }) => setTypedPath(target.value)}
        />
        <DraftField drafts={drafts} draft={draft} onChange={setDraft} />
        <InlineError error={add.error} />
        <FormActions
          action={add.isPending ? "Adding" : "Add to draft"}
          isDisabled={add.isPending}
          onDismiss={onDismiss}
        />
      </form>
    </Dialog>
  );
}

/** "Über uns & mehr" becomes `/uber-uns-mehr`; letters of other scripts stay. */
function suggestPath(title: string): string {
  const words = plainLetters(title)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
  return `/${words.join("-")}`;
}
