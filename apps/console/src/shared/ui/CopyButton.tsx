import { Button } from "@marquee/ui";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";

const MESSAGE_DURATION = 2000;

/** Copies a text to the clipboard and reports the result. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), MESSAGE_DURATION);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => {
    const isThere = "clipboard" in navigator;
    const writing = isThere ? navigator.clipboard.writeText(text) : Promise.reject();
    writing.then(
      () => setOutcome("copied"),
      () => setOutcome("refused"),
    );
  };
  const Icon = outcome === "copied" ? Check : Copy;
  return (
    <Button variant="tertiary" size="sm" onClick={copy} aria-label={label}>
      <Icon aria-hidden="true" className="size-4" />
      <span role="status">
        {outcome === "copied" ? "Copied" : outcome === "refused" ? "Press Ctrl+C to copy" : "Copy"}
      </span>
    </Button>
  );
}
