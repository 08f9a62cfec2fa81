import { LinkTabs } from "../../shared/address/LinkTabs.tsx";
import { useScreenHref } from "../../shared/address/useScope.ts";
import { ScopeBar } from "../../shared/filters/ScopeBar.tsx";
import type { CardDraft } from "../../shared/reports/draftCard.ts";
import { ScreenHeader } from "../../shared/ui/screen.tsx";

const TABS = [
  { path: "/journeys", name: "Funnels" },
  { path: "/journeys/paths", name: "Paths" },
  { path: "/journeys/retention", name: "Retention" },
] as const;
type Tab = (typeof TABS)[number]["name"];

interface JourneyHeaderProps {
  title: string;
  chosen: Tab;
  hasComparison?: boolean;
  /** The screen's cards, to pin to boards. */
  cards?: readonly CardDraft[];
}

/** Title, date range, filters and tabs of the screens about journeys. */
export function JourneyHeader({ title, chosen, hasComparison = false, cards = [] }: JourneyHeaderProps) {
  const hrefOf = useScreenHref();
  return (
    <>
      <ScreenHeader title={title}>
        <ScopeBar hasComparison={hasComparison} cards={cards} />
      </ScreenHeader>
      <div className="mt-3">
        <LinkTabs
          label="Journeys"
          tabs={TABS.map(({ path, name }) => ({ href: hrefOf(path), name, isChosen: name === chosen }))}
        />
      </div>
    </>
  );
}
