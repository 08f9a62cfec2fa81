import type { PersonAnswer } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { api } from "../../shared/api/api.ts";
import { askStyles } from "../../shared/ui/dangerStyles.ts";
import { download } from "../../shared/ui/download.ts";
import { Problem } from "../../shared/ui/Problem.tsx";
import { DeletionDialog } from "./DeletionDialog.tsx";

interface PersonActionsProps {
  id: string;
  person: PersonAnswer;
  onChanged: () => void;
}

/** A copy of a person's data, and its deletion. */
export function PersonActions({ id, person, onChanged }: PersonActionsProps) {
  const queries = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const taken = useMutation({
    mutationFn: () => api.exportPerson(id),
    onSuccess: (file) => {
      download(file, `person-${id.replace(/[^\w.@-]/g, "-")}.json`);
      queries.invalidateQueries({ queryKey: ["rights"] });
    },
  });
  const changed = () => {
    setDeleting(false);
    onChanged();
    queries.invalidateQueries({ queryKey: ["rights"] });
  };
  return (
    <div className="mt-5 flex flex-wrap items-center gap-3">
      <Button size="sm" disabled={taken.isPending} onClick={() => taken.mutate()}>
        <Download aria-hidden="true" className="size-4" />
        {taken.isPending ? "Gathering the data" : "Export as JSON"}
      </Button>
      <Button size="sm" variant="secondary" className={askStyles} onClick={() => setDeleting(true)}>
        <Trash2 aria-hidden="true" className="size-4" />
        Delete
      </Button>
      {taken.isError && (
        <div className="basis-full">
          <Problem error={taken.error} />
        </div>
      )}
      <DeletionDialog
        id={id}
        person={person}
        isOpen={isDeleting}
        onDismiss={() => setDeleting(false)}
        onRequested={changed}
      />
    </div>
  );
}
