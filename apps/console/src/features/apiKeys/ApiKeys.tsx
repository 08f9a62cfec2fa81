import { useRoute } from "../../shared/api/useRoute.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { About, ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, Skeleton } from "../../shared/ui/states.tsx";
import { Examples } from "./Examples.tsx";
import { KeyTable } from "./KeyTable.tsx";
import { NewKeyForm } from "./NewKeyForm.tsx";
import { RevokedKeys } from "./RevokedKeys.tsx";

/** API keys, with examples of how to use them. */
export function ApiKeys({ title, account: { role } }: ScreenProps) {
  const keys = useRoute("GET /api-keys", {}, { enabled: role === "owner" });
  if (role !== "owner")
    return (
      <>
        <ScreenHeader title={title} />
        <EmptyState title="For owners only">
          A key can read all figures, or read content and create drafts. Ask an owner to create one.
        </EmptyState>
      </>
    );
  return (
    <>
      <ScreenHeader title={title} />
      <About>
        Spreadsheets, dashboards and scripts read the console's figures with a key. A content key lets{" "}
        <code>npm run content</code> read published content and create drafts. Keys can't publish, and they
        belong to the site, not to the person who created them.
      </About>
      <QueryView
        query={keys}
        loading={<Skeleton className="mt-6 h-96" />}
        className="mt-6 grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-10"
      >
        {({ keys: all, origin, siteId }) => {
          const active = all.filter(({ revokedAt }) => revokedAt === null);
          const revoked = all.filter(({ revokedAt }) => revokedAt !== null);
          return (
            <>
              <div className="grid gap-6">
                <NewKeyForm isFirst={all.length === 0} revoked={revoked} />
                {active.length > 0 && <KeyTable keys={active} />}
                {revoked.length > 0 && <RevokedKeys keys={revoked} />}
              </div>
              <Examples origin={origin} siteId={siteId} />
            </>
          );
        }}
      </QueryView>
    </>
  );
}
