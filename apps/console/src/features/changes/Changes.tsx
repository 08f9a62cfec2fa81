import { useFilters } from "../../shared/address/useFilters.ts";
import { ChangeList } from "../../shared/changes/ChangeList.tsx";
import { KIND_CHOICES, readEntity } from "../../shared/changes/kinds.ts";
import { FilterSelect } from "../../shared/filters/FilterSelect.tsx";
import { FilterText } from "../../shared/filters/FilterText.tsx";
import { ScreenHeader } from "../../shared/ui/ScreenHeader.tsx";
import type { ScreenProps } from "../../shared/ui/screen.types.ts";
import { EmptyState } from "../../shared/ui/states.tsx";

const NAMES = ["entity", "key"] as const;

/** Who changed what in the console, newest first; what can be taken back is, with one click. */
export function Changes({ title, account: { role } }: ScreenProps) {
  const [{ entity, key }, setFilters] = useFilters(NAMES);
  const kind = readEntity(entity);
  return (
    <>
      <ScreenHeader title={title} />
      <p className="mt-1 max-w-prose text-ink-muted">
        Who changed what in this console, newest first. The latest change of a flag, an experiment or the
        recording&apos;s settings can be reverted with one click.
        {role === "viewer" && " You may look; ask an editor to revert."}
      </p>
      <search className="mt-5 grid max-w-2xl grid-cols-[10rem_1fr] gap-3">
        <FilterSelect
          label="Kind"
          all="Everything"
          value={kind ?? ""}
          choices={KIND_CHOICES}
          onChange={(value) => setFilters({ entity: value })}
        />
        <FilterText
          label="Key or address"
          placeholder="Whole, such as global-site-banner"
          value={key}
          onChange={(value) => setFilters({ key: value })}
        />
      </search>
      <div className="mt-5">
        <ChangeList
          query={{ ...(kind ? { entity: kind } : {}), ...(key ? { key } : {}) }}
          mayRevert={role !== "viewer"}
          empty={
            <EmptyState title={kind || key ? "No change matches" : "Nothing was changed yet"}>
              {kind || key
                ? "Take a filter away, or write the whole key."
                : "Change a flag, the banner or somebody's role, and it stands here with how it was before."}
            </EmptyState>
          }
        />
      </div>
    </>
  );
}
