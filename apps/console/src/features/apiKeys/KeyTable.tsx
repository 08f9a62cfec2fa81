import { capitalize } from "@marquee/contract";
import type { ApiKey } from "@marquee/contract/schema";
import { Badge, Button } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { request } from "../../shared/api/request.ts";
import { formatAgo, formatDay, formatPrecise } from "../../shared/format/format.ts";
import { type Column, MEDIUM } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";

/** Active keys. Revoking one asks for confirmation. */
export function KeyTable({ keys }: { keys: readonly ApiKey[] }) {
  const [keyToRevoke, setKeyToRevoke] = useState<ApiKey | null>(null);
  const revoke = useMutation({
    mutationFn: ({ id }: ApiKey) => request("POST /api-keys/:id/revoke", { params: { id } }),
    onSuccess: () => setKeyToRevoke(null),
  });
  const ask = (key: ApiKey) => {
    revoke.reset();
    setKeyToRevoke(key);
  };
  return (
    <section aria-label="Active keys">
      <DataTable
        caption="API keys"
        columns={columnsOf(ask)}
        rows={keys}
        keyOf={({ id }) => id}
        csv={{ isPresent: true }}
      />
      {keyToRevoke && (
        <ConfirmDialog
          isOpen
          title={`Revoke ${keyToRevoke.name}?`}
          action="Revoke key"
          dismissal="Cancel"
          isBusy={revoke.isPending}
          isFinal
          error={revoke.error}
          onConfirm={() => revoke.mutate(keyToRevoke)}
          onDismiss={() => setKeyToRevoke(null)}
        >
          <p>
            Requests with the key that starts with <code>{keyToRevoke.startsWith}</code> fail from now on.
            This can't be undone; whatever uses it needs a new key.
          </p>
          <p>{usedText(keyToRevoke)}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function columnsOf(onRevoke: (key: ApiKey) => void): Column<ApiKey>[] {
  return [
    {
      id: "key",
      header: "Key",
      sortValue: ({ name }) => name.toLowerCase(),
      cell: ({ name, startsWith, scope }) => (
        <>
          <span className="wrap-anywhere font-medium">{name}</span>{" "}
          <code className="whitespace-nowrap text-ink-muted text-xs">{startsWith}…</code>
          <span className="block text-ink-muted text-xs">
            {scope === "content" ? "Reads content, creates drafts" : "Reads figures"}
          </span>
        </>
      ),
    },
    {
      id: "used",
      header: "Last used",
      width: "w-36",
      from: MEDIUM,
      className: "text-ink-muted",
      sortValue: ({ lastUsedAt }) => lastUsedAt,
      unit: "time",
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? (
          "Never"
        ) : (
          <span title={formatPrecise(lastUsedAt)}>{capitalize(formatAgo(lastUsedAt, Date.now()))}</span>
        ),
    },
    {
      id: "created",
      header: "Created",
      width: "w-56",
      from: MEDIUM + 200,
      className: "text-ink-muted",
      sortValue: ({ createdAt }) => createdAt,
      unit: "time",
      cell: ({ createdAt, createdBy }) => (
        <span title={formatPrecise(createdAt)} className="wrap-anywhere">
          {formatDay(createdAt)}
          {createdBy !== null && ` by ${createdBy}`}
        </span>
      ),
    },
    {
      id: "revoke",
      header: "Revoke",
      isHeaderHidden: true,
      width: "w-14 sm:w-32",
      className: "text-right",
      cell: (key) =>
        key.createdBy === null ? (
          <span title="Change or remove API_KEY in the server's environment and restart the server.">
            <Badge>API_KEY</Badge>
          </span>
        ) : (
          <Button
            variant="tertiary"
            size="sm"
            className="max-sm:px-2"
            aria-label={`Revoke ${key.name}`}
            onClick={() => onRevoke(key)}
          >
            <Trash2 aria-hidden="true" className="size-4" />
            <span className="max-sm:hidden">Revoke</span>
          </Button>
        ),
    },
  ];
}

/** Whether something still uses the key. */
function usedText({ lastUsedAt }: ApiKey): string {
  if (lastUsedAt === null) return "It was never used.";
  return `It was last used ${formatAgo(lastUsedAt, Date.now())}.`;
}
