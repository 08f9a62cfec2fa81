import { may, type SystemResponse } from "@marquee/contract/schema";
import { useRoute } from "../../shared/api/useRoute.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, Skeleton } from "../../shared/ui/states.tsx";
import { Backup } from "./Backup.tsx";
import { Clocks } from "./Clocks.tsx";
import { Instances } from "./Instances.tsx";
import { Jobs } from "./Jobs.tsx";
import { Status } from "./Status.tsx";
import { Stores } from "./Stores.tsx";

/** Same interval as the instances' heartbeats. The browser pauses it while the tab is hidden. */
const REFRESH_INTERVAL = 10_000;

/** The state of the system: instances, stores, jobs and backups. */
export function System({ title, account: { role } }: ScreenProps) {
  const isAllowed = may(role, "seeSystem");
  const system = useRoute("GET /system", {}, { refetchInterval: REFRESH_INTERVAL, enabled: isAllowed });
  if (!isAllowed)
    return (
      <>
        <ScreenHeader title={title} />
        <EmptyState title="For owners only">
          It shows which machines and stores the site runs on. Ask an owner if something is slow or missing.
        </EmptyState>
      </>
    );
  return (
    <>
      <ScreenHeader title={title} />
      <QueryView query={system} loading={<Loading />} className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-10">
        {(data) => <Sections data={data} />}
      </QueryView>
    </>
  );
}

function Sections({ data }: { data: SystemResponse }) {
  return (
    <>
      <Status data={data} />
      <Instances data={data} />
      <Stores data={data} />
      <Jobs data={data} />
      <Backup backup={data.backup} now={data.now} />
      <Clocks instances={data.instances} />
      <p className="text-ink-muted text-xs">
        <a href="/third-party-notices.txt" className="underline underline-offset-4">
          Licenses of third-party software
        </a>
      </p>
    </>
  );
}

function Loading() {
  return (
    <div className="mt-4 grid gap-8" role="status">
      <span className="sr-only">Loading the state of the system</span>
      <Skeleton className="h-9 w-72 max-w-full" />
      <Skeleton className="h-40" />
      <Skeleton className="h-72" />
      <Skeleton className="h-96" />
    </div>
  );
}
