import { formatCounted } from "@marquee/contract";
import { type ReportShare, type ReportState, SHARE_DAYS } from "@marquee/contract/schema";
import { Button, SelectField } from "@marquee/ui";
import { Dialog } from "@marquee/ui/overlay/Dialog";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { request } from "../../shared/api/request.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { formatInstant } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { CopyButton } from "../../shared/ui/CopyButton.tsx";
import { InlineError, Skeleton } from "../../shared/ui/states.tsx";

const DAYS = [...SHARE_DAYS];
type Days = (typeof DAYS)[number];

/** Links that show a report or board to people without an account. */
export function ShareDialog({ stored, onDismiss }: { stored: ReportState; onDismiss: () => void }) {
  const params = { id: String(stored.id) };
  const shares = useRoute("GET /reports/:id/shares", { params });
  const [days, setDays] = useState<Days>(7);
  const create = useMutation({
    mutationFn: () => request("POST /reports/:id/shares", { params, body: { days } }),
  });
  return (
    <Dialog isOpen onDismiss={onDismiss} title={`Share ${stored.definition.name}`} closeLabel="Close">
      <div className="mt-2 grid gap-4">
        <p className="text-ink-muted">
          Anyone with the link sees these cards with current figures, without an account. Nobody can change
          filters or dates, or see anything else.
        </p>
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label="The link works for"
            value={String(days)}
            choices={DAYS.map((each) => [String(each), formatCounted(each, "day")] as const)}
            onChange={({ target }) => setDays(DAYS.find((each) => String(each) === target.value) ?? 7)}
          />
          <Button disabled={create.isPending} onClick={() => create.mutate()}>
            Create link
          </Button>
        </div>
        <InlineError error={create.error} />
        {create.data && (
          <div role="status" className="border-leaf border-l-4 bg-leaf-soft px-3 py-2">
            <p>Copy the link now. You won't see it again.</p>
            <p className="mt-1 flex items-center gap-1">
              <code className="wrap-anywhere min-w-0 flex-1 text-xs">{create.data.url}</code>
              <CopyButton text={create.data.url} label="Copy the link" />
            </p>
          </div>
        )}
        <QueryView query={shares} loading={<Skeleton className="h-16" />}>
          {(data) => <ShareList shares={data.shares} />}
        </QueryView>
      </div>
    </Dialog>
  );
}

interface ShareListProps {
  shares: readonly ReportShare[];
  /** Whether the links belong to several reports. */
  hasNames?: boolean;
}

/** Links with their creator, their expiry and a button to revoke them. */
export function ShareList({ shares, hasNames = false }: ShareListProps) {
  const revoke = useMutation({
    mutationFn: (id: string) => request("POST /shares/:id/revoke", { params: { id } }),
  });
  const now = Date.now();
  if (shares.length === 0) return <p className="text-ink-muted">No links yet.</p>;
  return (
    <>
      <InlineError error={revoke.error} />
      <ul className="border-hairline border-t">
        {shares.map((share) => {
          const isOpen = share.revokedAt === null && share.expiresAt > now;
          return (
            <li key={share.id} className="flex items-center gap-3 border-hairline border-b py-2">
              <div className="min-w-0 flex-1">
                {hasNames && <p className="wrap-anywhere font-medium">{share.name}</p>}
                <p className={isOpen ? "" : "text-ink-muted"}>{stateText(share, now)}</p>
                <p className="wrap-anywhere text-ink-muted text-xs">
                  {share.createdBy}, {formatInstant(share.createdAt)}.{" "}
                  {share.lastOpenedAt === null
                    ? "Never opened."
                    : `Last opened ${formatInstant(share.lastOpenedAt)}.`}
                </p>
              </div>
              {isOpen && (
                <Button
                  variant="secondary"
                  size="sm"
                  disabled={revoke.isPending}
                  onClick={() => revoke.mutate(share.id)}
                >
                  Revoke
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function stateText({ revokedAt, expiresAt }: ReportShare, now: number): string {
  if (revokedAt !== null) return `Revoked ${formatInstant(revokedAt)}`;
  return expiresAt <= now ? `Expired ${formatInstant(expiresAt)}` : `Works until ${formatInstant(expiresAt)}`;
}
