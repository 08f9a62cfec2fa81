import {
  cutText,
  findRedirectsProblem,
  normalizeTarget,
  plainLetters,
  REDIRECT_STATUSES,
  type Redirect,
  type RedirectStatus,
  readablePath,
  sourceProblem,
  targetProblem,
} from "@marquee/contract";
import type { RedirectsResponse } from "@marquee/contract/schema";
import { Check, Field, SelectField } from "@marquee/ui";
import { useMemo, useState } from "react";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { pathOf } from "./PageActions.tsx";

/** A redirect that is edited; without an ID, a new one. */
export interface EditedRedirect {
  id: string | null;
  redirect: Redirect;
  revision: number;
}

const STATUS_NAMES: Record<RedirectStatus, string> = {
  301: "Moved permanently (301)",
  302: "Moved temporarily (302)",
  308: "Moved permanently, same method (308)",
  410: "Gone (410)",
};

interface RedirectFormProps extends Pick<RedirectsResponse, "redirects" | "pages"> {
  edited: EditedRedirect;
  isBusy: boolean;
  error: Error | null;
  onSave: (redirect: Redirect) => void;
  onDismiss: () => void;
}

/** A new or changed redirect, with problems beside its fields. */
export function RedirectForm(props: RedirectFormProps) {
  const { edited, redirects, pages, isBusy, error, onSave, onDismiss } = props;
  const [typed, setRedirect] = useState({
    ...edited.redirect,
    from: readablePath(edited.redirect.from),
    to: readablePath(edited.redirect.to),
  });
  const { from, to, match, status, external = false } = typed;
  const set = (change: Partial<Redirect>) => setRedirect((before) => ({ ...before, ...change }));
  const isGone = status === 410;
  const isExternal = isAddress(to);
  const redirect = redirectOf(typed);
  const problems = useMemo(
    () => redirectProblems(redirectOf(typed), { id: edited.id, redirects, pages }),
    [typed, edited.id, redirects, pages],
  );
  return (
    <ConfirmDialog
      isOpen
      title={edited.id === null ? "New redirect" : "Edit redirect"}
      action={isBusy ? "Saving" : "Save in draft"}
      dismissal="Cancel"
      isBusy={isBusy}
      isReady={!problems.from && !problems.to && (!isExternal || isGone || external)}
      error={error}
      onConfirm={() => onSave(redirect)}
      onDismiss={onDismiss}
    >
      <Field
        label="From"
        hint="A path of this site with its language, such as /de/preise."
        value={from}
        // An empty field is not an error yet.
        problem={from.trim().length > 1 ? problems.from : ""}
        maxLength={500}
        spellCheck={false}
        autoCapitalize="none"
        onChange={({ target }) => set({ from: target.value })}
      />
      <SelectField
        label="Covers"
        value={match}
        choices={[
          ["exact", "This path"],
          ["prefix", "This path and everything below it"],
        ]}
        onChange={({ target }) => set({ match: target.value as Redirect["match"] })}
      />
      <SelectField
        label="Response"
        value={String(status)}
        choices={REDIRECT_STATUSES.map((each) => [String(each), STATUS_NAMES[each]] as const)}
        onChange={({ target }) => set({ status: Number(target.value) as RedirectStatus })}
      />
      {!isGone && (
        <Field
          label="To"
          hint={
            match === "prefix"
              ? "What follows in the path is appended. Visitors keep their query string."
              : "A path, such as /pricing. Visitors keep their query string."
          }
          value={to}
          problem={to.trim() === "" ? "" : problems.to}
          maxLength={2000}
          spellCheck={false}
          autoCapitalize="none"
          onChange={({ target }) => set({ to: target.value })}
        />
      )}
      {!isGone && isExternal && (
        <Check
          label="This sends visitors to another site"
          checked={external}
          onChange={(next) => set({ external: next })}
        />
      )}
    </ConfirmDialog>
  );
}

/** Whether a target is the address of a site, not a path. */
function isAddress(to: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(to.trim());
}

/** The redirect that a form has, written as browsers do. */
function redirectOf({ from, to, match, status, external }: Redirect): Redirect {
  const isGone = status === 410;
  return {
    from: from.trim() === "" ? "" : pathOf(from),
    to: isGone || to.trim() === "" ? "" : isAddress(to) ? to.trim() : normalizeTarget(to),
    match,
    status,
    ...(isAddress(to) && external && !isGone && { external }),
  };
}

interface KnownRedirects extends Pick<RedirectsResponse, "redirects" | "pages"> {
  /** ID of the redirect that is changed; null for a new one. */
  id: string | null;
}

/**
 * Problems of a redirect, by itself and together with the others, by field; empty if there are none. The server checks the
 * same.
 */
export function redirectProblems(
  redirect: Redirect,
  { id, redirects, pages }: KnownRedirects,
): { from: string; to: string } {
  const { from, to, match, status, external } = redirect;
  // The checkbox beside the field asks whether it may lead to another site.
  const isExternal = external === true || isAddress(to);
  const alone = {
    from: sourceProblem(from) ?? "",
    to: targetProblem(to, { isPrefix: match === "prefix", isExternal, isGone: status === 410 }) ?? "",
  };
  if (alone.from) return alone;
  const otherRows = redirects.filter((row) => row.id !== id && row.state !== "removed" && !row.problem);
  const all = Object.fromEntries(otherRows.map((row) => [row.id, row.redirect]));
  const redirectId = id ?? newRedirectId(from, redirects);
  // A redirect without a target can't be part of a loop.
  const placed = alone.to ? { ...redirect, to: "" } : redirect;
  const wrong = findRedirectsProblem({ ...all, [redirectId]: placed }, (path) => pages.includes(path));
  return wrong?.ids.includes(redirectId) ? { ...alone, [wrong.place]: wrong.problem } : alone;
}

const ID_MAX_LENGTH = 50;

/** An ID derived from the source path: `de-preise`. */
export function newRedirectId(from: string, redirects: RedirectsResponse["redirects"]): string {
  const words = plainLetters(readablePath(from)).match(/[a-z0-9]+/g) ?? ["redirect"];
  const name = cutText(words.join("-"), ID_MAX_LENGTH);
  const isKnown = (id: string) => redirects.some((row) => row.id === id);
  let id = name;
  for (let count = 2; isKnown(id); count += 1) id = `${name}-${count}`;
  return id;
}
