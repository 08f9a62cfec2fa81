import { may } from "@marquee/contract/schema";
import { useFilters } from "../../shared/address/useFilters.ts";
import { ChangeList } from "../../shared/changes/ChangeList.tsx";
import { KIND_CHOICES, readEntity } from "../../shared/changes/kinds.ts";
import { FilterSelect, FilterText } from "../../shared/filters/filters.tsx";
import { About, ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";

const NAMES = ["entity", "key"] as const;

/** The change history, newest first, with a button to revert the changes that allow it. */
export function Changes({ title, account: { role } }: ScreenProps) {
  const [{ entity, key }, setFilters] = useFilters(NAMES);
  const kind = readEntity(entity);
  return (
    <>
      <ScreenHeader title={title} />
      <About mayEdit={may(role, "edit")} ask="Ask an editor to revert changes.">
        Every change made in the console, newest first. You can revert the latest change to a flag, an
        experiment or the recording settings.
      </About>
      <search className="mt-5 grid max-w-2xl grid-cols-[10rem_1fr] gap-3">
        <FilterSelect
          label="Type"
          all="All types"
          value={kind ?? ""}
          choices={KIND_CHOICES}
          onChange={(value) => setFilters({ entity: value })}
        />
        <FilterText
          label="Key or email"
          placeholder="Full key or email"
          value={key}
          onChange={(value) => setFilters({ key: value })}
        />
      </search>
      <div className="mt-5">
        <ChangeList
          query={{ ...(kind ? { entity: kind } : {}), ...(key ? { key } : {}) }}
          mayRevert={may(role, "edit")}
          empty={
            <EmptyState title={kind || key ? "No matching changes" : "No changes yet"}>
              {kind || key
                ? "Remove a filter or enter the full key."
                : "Changes to flags, the banner, experiments, the team and settings appear here."}
            </EmptyState>
          }
        />
      </div>
    </>
  );
}
