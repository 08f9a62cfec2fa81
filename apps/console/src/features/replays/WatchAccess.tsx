import type { ReplayAccess } from "@marquee/contract/schema";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../shared/api.ts";
import { Switch } from "../../shared/form/Switch.tsx";
import { Problem } from "../../shared/Problem.tsx";

interface WatchAccessProps {
  access: ReplayAccess;
  mayWatch: boolean;
  isOwner: boolean;
}

/** Who may watch; owners decide it here. */
export function WatchAccess({ access, mayWatch, isOwner }: WatchAccessProps) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: api.setReplayAccess,
    onSuccess: () => queries.invalidateQueries({ queryKey: ["replays"] }),
  });
  const { mayViewersWatch } = access;
  if (isOwner) {
    return (
      <section className="mt-10 border-hairline border-t pt-4">
        <h2 className="font-medium">Who may watch</h2>
        <p className="mt-1 mb-3 max-w-prose text-ink-muted text-xs">
          Editors and owners. Viewers see this list and its figures, and watch only if you let them.
        </p>
        <Switch
          label="Viewers may watch replays"
          isOn={mayViewersWatch}
          onChange={(isOn) => change.mutate({ mayViewersWatch: isOn })}
        />
        {change.isError && <Problem error={change.error} />}
      </section>
    );
  }
  if (mayWatch) return null;
  return (
    <p className="mt-4 border-sky border-l-4 bg-sky-soft px-3 py-2">
      You see which sessions were recorded. Editors and owners watch them; an owner can let viewers watch too.
    </p>
  );
}
