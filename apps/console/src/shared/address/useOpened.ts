import { useLocation, useSearch } from "wouter";

/**
 * Which entry of a list is open, by the address's `open`: a link shows the same, a reload keeps it, and Back closes it.
 * @returns its key, empty where none is, and a function that opens one, or with an empty key none.
 */
export function useOpened(): [key: string, open: (key: string) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const open = (key: string) => {
    const params = new URLSearchParams(search);
    if (key) params.set("open", key);
    else params.delete("open");
    navigate(params.size > 0 ? `${path}?${params}` : path);
  };
  return [new URLSearchParams(search).get("open") ?? "", open];
}
