import { type AlertState, may } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { LinkTabs } from "../../shared/address/LinkTabs.tsx";
import { useFilters, useHrefWith } from "../../shared/address/useFilters.ts";
import { request } from "../../shared/api/request.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { AddButton } from "../../shared/ui/IconButton.tsx";
import { LinkButton } from "../../shared/ui/links.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, InlineError, UndoLine, Warning } from "../../shared/ui/states.tsx";
import { useVersioned } from "../../shared/versioned/useVersioned.ts";
import { AlarmHistory } from "./AlarmHistory.tsx";
import { AlertDialog } from "./AlertDialog.tsx";
import { AlertTable } from "./AlertTable.tsx";
import { OpenAlarms } from "./OpenAlarms.tsx";
import { WeeklyDigest } from "./WeeklyDigest.tsx";

const TABS = { "": "Alerts", history: "History", digest: "Weekly digest" } as const;
type Tab = keyof typeof TABS;

/** Alerts, open and earlier alarms, and the weekly digest. */
export function Alerts({ title, account }: ScreenProps) {
  const [{ tab }] = useFilters(["tab"] as const);
  const hrefWith = useHrefWith();
  const chosen: Tab = Object.hasOwn(TABS, tab) ? (tab as Tab) : "";
  const [editing, setEditing] = useState<AlertState | "new" | null>(null);
  const mayEdit = may(account.role, "edit");
  return (
    <>
      <ScreenHeader title={title}>
        {mayEdit && chosen === "" && (
          <AddButton className="ml-auto" onClick={() => setEditing("new")}>
            New alert
          </AddButton>
        )}
      </ScreenHeader>
      <div className="mt-3">
        <LinkTabs
          label="View"
          tabs={(Object.keys(TABS) as Tab[]).map((name) => ({
            href: hrefWith({ tab: name, alert: undefined }),
            name: TABS[name],
            isChosen: name === chosen,
          }))}
        />
      </div>
      {chosen === "history" && <AlarmHistory />}
      {chosen === "digest" && <WeeklyDigest email={account.email} />}
      {chosen === "" && <Watched mayEdit={mayEdit} editing={editing} onEdit={setEditing} />}
    </>
  );
}

interface WatchedProps {
  mayEdit: boolean;
  editing: AlertState | "new" | null;
  onEdit: (editing: AlertState | "new" | null) => void;
}

const REFRESH = 60_000;

function Watched({ mayEdit, editing, onEdit }: WatchedProps) {
  const alerts = useRoute("GET /alerts", {}, { refetchInterval: REFRESH });
  const { save, ended, end, restore } = useVersioned("alerts");
  const snooze = useMutation({
    mutationFn: ({ id, until }: { id: number; until: number | null }) =>
      request("POST /alerts/:id/snooze", { params: { id: String(id) }, body: { until } }),
  });
  const error = save.error ?? snooze.error;
  return (
    <QueryView
      query={alerts}
      empty={(data) =>
        data.alerts.length === 0 && (
          <EmptyState
            title="No alerts"
            action={
              mayEdit && (
                <Button size="sm" onClick={() => onEdit("new")}>
                  New alert
                </Button>
              )
            }
          >
            Alerts tell you when traffic, leads, speed or deliveries need attention, so you don't have to
            watch them.
          </EmptyState>
        )
      }
      className="mt-6"
    >
      {(data) => (
        <>
          <OpenAlarms alarms={data.open} alerts={data.alerts} onSnooze={mayEdit ? snooze.mutate : null} />
          {!data.alerts.some(({ definition: alert }) => alert.isOn && alert.channels.length > 0) && (
            <NobodyIsTold isConnected={data.connected.length > 0} mayEdit={mayEdit} />
          )}
          <UndoLine
            text={ended && `Deleted ${ended.definition.name}.`}
            isBusy={save.isPending}
            onUndo={() => ended && restore(ended)}
          />
          {error && editing === null && (
            <div className="mt-4">
              <InlineError error={error} />
            </div>
          )}
          <div className="mt-4">
            <AlertTable
              alerts={data.alerts}
              onEdit={mayEdit ? onEdit : null}
              onSwitch={(stored, isOn) => save.mutate({ stored, definition: { ...stored.definition, isOn } })}
              onSnooze={snooze.mutate}
            />
          </div>
          {editing !== null && (
            <AlertDialog
              key={editing === "new" ? "new" : `${editing.id} ${editing.revision}`}
              stored={editing === "new" ? null : editing}
              connected={data.connected}
              goals={data.goals}
              onDone={() => onEdit(null)}
              onDelete={(stored) => end(stored, () => onEdit(null))}
            />
          )}
        </>
      )}
    </QueryView>
  );
}

/** The first step: connect a channel. */
function NobodyIsTold({ isConnected, mayEdit }: { isConnected: boolean; mayEdit: boolean }) {
  return (
    <Warning className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-72">
        Alarms are recorded here, but nobody is notified yet.{" "}
        {isConnected
          ? "Open an alert and choose where it should go."
          : "Connect email, Slack or a webhook, then choose in each alert where it should go."}
        {!mayEdit && " An editor can do that."}
      </p>
      {!isConnected && mayEdit && (
        <LinkButton href="/connections" variant="secondary">
          Connections
        </LinkButton>
      )}
    </Warning>
  );
}
