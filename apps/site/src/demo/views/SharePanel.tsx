import { Button } from "@marquee/ui";
import { type FormEvent, useState } from "react";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import type { TourProps } from "../tour/useTour.ts";
import type { Access } from "../tour/workspace.ts";

const CHOICES: readonly Access[] = ["view", "edit"];

/** Form for the access that a share link grants, and the link itself: a sample that does not work. */
export function SharePanel({ copy, tour, dispatch }: TourProps) {
  const { access, listName } = tour.workspace;
  const [choice, setChoice] = useState<Access>(access ?? "view");
  const { share } = copy;
  const list = { list: listName ?? "" };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    dispatch({ type: "share", access: choice });
  };
  return (
    <form onSubmit={onSubmit} className="mb-6 rounded-md border border-hairline bg-surface p-4">
      <fieldset>
        <legend className="font-medium text-sm">{fillTemplate(share.label, list)}</legend>
        <p className="mt-1 text-ink-muted text-sm">{share.legend}</p>
        <div className="mt-2 flex flex-wrap gap-x-6">
          {CHOICES.map((each) => (
            <label key={each} className="flex min-h-9 items-center gap-2 text-sm">
              <input
                type="radio"
                name="access"
                checked={choice === each}
                onChange={() => setChoice(each)}
                className="size-4 accent-leaf"
              />
              {share[each]}
            </label>
          ))}
        </div>
      </fieldset>
      <Button submit size="sm" className="mt-3">
        {share.create}
      </Button>
      <div aria-live="polite" className="mt-3 min-h-12 text-sm">
        {access && (
          <div className="appears">
            <p>{fillTemplate(access === "view" ? share.madeView : share.madeEdit, list)}</p>
            <p className="text-ink-muted text-xs">
              <span className="font-medium text-ink">{share.address}</span> {share.note}
            </p>
          </div>
        )}
      </div>
    </form>
  );
}
