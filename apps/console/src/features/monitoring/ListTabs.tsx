import { useLocation, useSearch } from "wouter";
import { capitalize } from "../../shared/format.ts";
import { LinkTabs } from "../../shared/LinkTabs.tsx";
import { LISTS, type ListName } from "./monitoringFilters.ts";

/** Which list is shown, kept in the address; what narrows and orders a list goes with it. */
export function ListTabs({ chosen }: { chosen: ListName }) {
  const [path] = useLocation();
  const search = useSearch();
  const hrefFor = (name: ListName) => {
    const params = new URLSearchParams(search);
    params.set("show", name);
    for (const own of ["kind", "by"]) params.delete(own);
    return `${path}?${params}`;
  };
  const tabs = LISTS.map((name) => ({
    href: hrefFor(name),
    name: capitalize(name),
    isChosen: name === chosen,
  }));
  return <LinkTabs label="List" tabs={tabs} />;
}
