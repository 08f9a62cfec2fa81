import { Button } from "@marquee/ui";
import type { DemoCopy } from "../demoCopy.ts";
import { VIEWS, type View } from "../tour/workspace.ts";

interface ViewTabsProps {
  copy: DemoCopy;
  view: View;
  onShow: (view: View) => void;
}

/** Changes how the list is seen. */
export function ViewTabs({ copy, view, onShow }: ViewTabsProps) {
  return (
    <fieldset aria-label={copy.views.label} className="-mx-2 flex min-w-0">
      {VIEWS.map((each) => (
        <Button
          key={each}
          variant={each === view ? "tab-active" : "tab"}
          size="sm"
          className="px-2.5!"
          aria-pressed={each === view}
          onClick={() => onShow(each)}
        >
          {copy.views[each]}
        </Button>
      ))}
    </fieldset>
  );
}
