import { useLocation, useSearch } from "wouter";
import { useHrefWith } from "./useHrefWith.ts";

/**
 * Which entry of a list is open, by the address's `open`: a link shows the same, a reload keeps it, and Back closes it.
 * @returns its key, empty where none is, and a function that opens one, or with an empty key none.
 */
export function useOpenEntry(): [key: string, open: (key: string) => void] {
  const opened = new URLSearchParams(useSearch()).get("open") ?? "";
  const [, navigate] = useLocation();
  const hrefWith = useHrefWith();
  return [opened, (open) => navigate(hrefWith({ open }))];
}
