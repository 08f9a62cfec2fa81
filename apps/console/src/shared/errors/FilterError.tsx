import { useDateRange } from "../address/range.ts";
import { toPeriod } from "../address/toQuestion.ts";
import { useRoute } from "../api/useRoute.ts";
import { FilterText } from "../filters/filters.tsx";

/** Whether the text is an error's fingerprint rather than part of a message. The server omits leading zeros. */
const isFingerprint = (text: string): boolean => /^[0-9a-f]{12,16}$/.test(text);

interface FilterErrorProps {
  /** Part of a message, or the fingerprint of an error. */
  value: string;
  onChange: (value: string) => void;
}

/** Filters a list by error. If a link selected an error by its fingerprint, its message is shown. */
export function FilterError({ value, onChange }: FilterErrorProps) {
  const range = useDateRange();
  const named = useRoute(
    "POST /query/errors/:fingerprint",
    { params: { fingerprint: value }, body: toPeriod(range) },
    { enabled: isFingerprint(value) },
  );
  return (
    <FilterText
      label="Error"
      placeholder="Message contains"
      value={named.data?.message ?? value}
      onChange={onChange}
    />
  );
}
