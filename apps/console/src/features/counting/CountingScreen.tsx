import { Button } from "@marquee/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { routeKey } from "../../shared/api/useRoute.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { type Account, ScreenHeader } from "../../shared/ui/screen.tsx";
import { InlineError, Skeleton } from "../../shared/ui/states.tsx";
import { changeCounting, readCounting } from "./counting.ts";

interface CountingScreenProps {
  /** The signed-in account, if any. */
  account?: Account;
}

const KEY = routeKey("GET /counting");

/**
 * Stops counting the visits of this browser, and starts again. Works for colleagues without an account too. It requires a click, because browsers
 * and email clients open links automatically.
 */
export function CountingScreen({ account }: CountingScreenProps) {
  const queries = useQueryClient();
  const counting = useQuery({ queryKey: KEY, queryFn: readCounting });
  const change = useMutation({
    mutationFn: changeCounting,
    onSuccess: (answer) => queries.setQueryData(KEY, answer),
  });
  return (
    <>
      <ScreenHeader title="Visits of this browser" />
      <QueryView query={counting} loading={<Skeleton className="mt-5 h-32" />} className="mt-3 max-w-prose">
        {({ isCounted }) => (
          <div className="grid justify-items-start gap-5">
            <div className="grid gap-2" role="status">
              <p className="font-medium text-lead">{stateText(isCounted, account !== undefined)}</p>
              <p className="text-ink-muted">
                {isCounted
                  ? "If you work on this site, leave your own visits out of its metrics. This sets one cookie, in this browser only."
                  : "A cookie in this browser leaves its visits out for a year, or until you delete it. Other browsers and private windows are still counted."}
              </p>
            </div>
            <Button disabled={change.isPending} onClick={() => change.mutate(!isCounted)}>
              {isCounted ? "Don't count this browser" : "Count this browser again"}
            </Button>
            <InlineError error={change.error} />
          </div>
        )}
      </QueryView>
    </>
  );
}

function stateText(isCounted: boolean, isSignedIn: boolean): string {
  if (!isCounted) return "Visits of this browser are not counted.";
  return isSignedIn
    ? "Visits of this browser are not counted while you're signed in. After you sign out, they are."
    : "Visits of this browser are counted.";
}
