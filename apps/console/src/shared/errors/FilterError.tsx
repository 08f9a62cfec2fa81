import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import { readDateRange, toOverviewQuery } from "../address/range.ts";
import { request } from "../api/request.ts";
import { FilterText } from "../filters/filters.tsx";

/** Whether a text names one error as the server does (leading zeros are left out there), rather than being part of a message. */
const isFingerprint = (text: string): boolean => /^[0-9a-f]{12,16}$/.test(text);

interface FilterErrorProps {
  /** Part of a message, or the fingerprint of one error. */
  value: string;
  onChange: (value: string) => void;
}

/** Narrows a list to an error. One that a link named by its fingerprint is shown by its message. */
export function FilterError({ value, onChange }: FilterErrorProps) {
  const range = readDateRange(useSearch());
  const named = useQuery({
    queryKey: ["errors", "details", value, range],
    queryFn: () =>
      request("GET /errors/:fingerprint", {
        params: { fingerprint: value },
        query: toOverviewQuery(range, new Date()),
      }),
    enabled: isFingerprint(value),
  });
  return (
    <FilterText
      label="Error"
      placeholder="Message contains"
      value={named.data?.message ?? value}
      onChange={onChange}
    />
  );
}
