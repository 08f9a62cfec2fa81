import { X } from "lucide-react";
import { titleOf } from "../../shared/events/eventChoices.ts";
import { type EventFilterTexts, FILTER_NAMES, type FilterName } from "./eventAddress.ts";

const LABELS: Record<FilterName, string> = {
  type: "Type",
  error: "Error",
  person: "Visitor",
  messageId: "Message ID",
  audience: "Audience",
  kind: "Sent by",
  bot: "Bot reason",
};

/** The fingerprint of an error. Any other text is part of a message. */
const FINGERPRINT = /^[0-9a-f]{16}$/;

interface LinkFiltersProps {
  values: EventFilterTexts;
  onRemove: (name: FilterName) => void;
}

/** The filters that a link from another screen set, each with a button that removes it. */
export function LinkFilters({ values, onRemove }: LinkFiltersProps) {
  // The screen's switch already shows whether bots are included.
  const activeNames = FILTER_NAMES.filter((name) => values[name] !== "" && values[name] !== "all");
  if (activeNames.length === 0) return null;
  return (
    <ul aria-label="Also limited to" className="mt-3 flex flex-wrap gap-1.5">
      {activeNames.map((name) => {
        const value = name === "type" ? titleOf({ type: values.type, event: "" }) : values[name];
        const isOne = name === "error" && FINGERPRINT.test(value);
        const text = isOne ? "One error" : `${LABELS[name]}: ${value}`;
        return (
          <li
            key={name}
            className="flex min-h-8 max-w-full items-center rounded-sm bg-surface-sunken pl-2.5 text-xs"
          >
            <span className="truncate">{text}</span>
            <button
              type="button"
              aria-label={`Remove the filter ${text}`}
              onClick={() => onRemove(name)}
              className="grid size-8 shrink-0 place-items-center text-ink-muted hover:text-ink"
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
