import type { ErrorChange, ErrorGroup, ErrorState, TeamResponse } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { request } from "../../shared/api/request.ts";
import { FilterSelect } from "../../shared/filters/filters.tsx";
import { InlineError } from "../../shared/ui/states.tsx";
import { statusText } from "./statusTexts.ts";

interface TriageProps {
  group: Pick<ErrorGroup, "fingerprint" | "status">;
  people: TeamResponse["members"];
  mayChange: boolean;
}

const STEPS: Record<ErrorState, readonly (readonly [ErrorState, string])[]> = {
  open: [
    ["resolved", "Resolve"],
    ["ignored", "Ignore"],
  ],
  resolved: [["open", "Reopen"]],
  ignored: [["open", "Reopen"]],
};

/** The state and owner of an error, which editors can change. */
export function Triage({ group: { fingerprint, status }, people, mayChange }: TriageProps) {
  const save = useMutation({
    mutationFn: (change: Partial<ErrorChange>) =>
      request("PUT /errors/:fingerprint", {
        params: { fingerprint },
        body: {
          // An error that came back is still stored as resolved. If only its owner changes, it stays open.
          state: status.reopened ? "resolved" : status.state,
          owner: status.owner?.id ?? null,
          revision: status.revision,
          ...change,
        },
      }),
  });
  const assigneeChoices = people.map(({ id, email }) => [id, email] as const);
  const text = statusText(status);
  return (
    <section aria-label="State and owner" className="grid gap-2">
      <div className="flex flex-wrap items-end gap-3">
        {mayChange && (
          <>
            {STEPS[status.state].map(([state, name], index) => (
              <Button
                key={state}
                size="sm"
                variant={index === 0 ? "primary" : "secondary"}
                disabled={save.isPending}
                onClick={() => save.mutate({ state })}
              >
                {name}
              </Button>
            ))}
            <div className="w-56 max-w-full">
              <FilterSelect
                label="Owner"
                all="Nobody"
                value={status.owner?.id ?? ""}
                choices={assigneeChoices}
                onChange={(owner) => save.mutate({ owner: owner || null })}
              />
            </div>
          </>
        )}
        {!mayChange && status.owner && <p>Owner: {status.owner.email}</p>}
      </div>
      {text && <p className="max-w-prose text-ink-muted text-xs">{text}</p>}
      <InlineError error={save.error} />
    </section>
  );
}
