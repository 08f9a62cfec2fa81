import { Button } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { request } from "../../shared/api/request.ts";
import { ConfirmDialog, dangerTextStyles } from "../../shared/ui/ConfirmDialog.tsx";
import { InlineError } from "../../shared/ui/states.tsx";
import { ConnectionFields } from "./ConnectionFields.tsx";
import { TestResult } from "./TestResult.tsx";
import type { ConnectionEdit } from "./useConnectionDraft.ts";

interface ConnectionFormProps {
  edit: ConnectionEdit;
  isDirty: boolean;
}

/** Settings and secrets, with the buttons that test, connect and disconnect. */
export function ConnectionForm({ edit, isDirty }: ConnectionFormProps) {
  const { edited, secrets, risk } = edit;
  const connection = edited.base;
  const [isAsked, setAsked] = useState(false);
  const params = { kind: connection.kind };
  const isFixed = connection.variables.length > 0;
  const isConnected = connection.state !== "disconnected";
  const test = useMutation({
    mutationFn: () =>
      request("POST /connections/:kind/test", { params, body: { definition: edited.draft, secrets } }),
    onSuccess: async () => {
      // Testing the connected settings stored the result.
      if (!isDirty) await edited.reload();
    },
  });
  const disconnect = useMutation({
    mutationFn: () =>
      request("POST /connections/:kind/disconnect", { params, body: { revision: edited.base.revision } }),
    onSuccess: async () => {
      setAsked(false);
      test.reset();
      await edited.reload();
    },
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    edited.save();
  };
  return (
    <form onSubmit={onSubmit} className="mt-8" aria-label="Settings">
      <h2 className="font-semibold">Settings</h2>
      <fieldset disabled={isFixed} className="mt-3 grid min-w-0 max-w-xl gap-5">
        <ConnectionFields edit={edit} />
      </fieldset>
      {edited.error && risk === null && (
        <div className="mt-5">
          <InlineError error={edited.error} />
        </div>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {!isFixed && (!isConnected || isDirty) && (
          <Button submit size="sm" disabled={edited.isSaving}>
            {isConnected ? "Save changes" : "Connect"}
          </Button>
        )}
        <Button variant="secondary" size="sm" disabled={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? "Testing" : "Test"}
        </Button>
        {isConnected && !isFixed && (
          <Button variant="tertiary" size="sm" className={dangerTextStyles} onClick={() => setAsked(true)}>
            Disconnect
          </Button>
        )}
      </div>
      <div role="status">
        <InlineError error={test.error} className="mt-5" />
        {test.data && <TestResult result={test.data} />}
      </div>
      <ConfirmDialog
        isOpen={risk !== null}
        title={`Let ${connection.title} run scripts on the console's host?`}
        action={isConnected ? "Save anyway" : "Connect anyway"}
        dismissal="Cancel"
        isFinal
        isBusy={edited.isSaving}
        error={null}
        onConfirm={edit.saveAtRisk}
        onDismiss={edited.forgetSave}
      >
        <p>{risk}</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={isAsked}
        title={`Disconnect ${connection.title}?`}
        action="Disconnect"
        dismissal="Keep connected"
        isFinal
        isBusy={disconnect.isPending}
        error={disconnect.error}
        onConfirm={() => disconnect.mutate()}
        onDismiss={() => setAsked(false)}
      >
        <p>
          It stops immediately. The settings are kept for next time; stored secrets are deleted and must be
          entered again.
        </p>
      </ConfirmDialog>
    </form>
  );
}
