import { Button, Switch } from "@marquee/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { request } from "../../shared/api/request.ts";
import { routeKey, useRoute } from "../../shared/api/useRoute.ts";
import { formatInstant } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { InlineError, Skeleton, Warning } from "../../shared/ui/states.tsx";
import { TestResults } from "./TestResults.tsx";

/** The signed-in account's weekly digest: whether it is on, and a preview. */
export function WeeklyDigest({ email }: { email: string }) {
  const queries = useQueryClient();
  const [isLoaded, setLoaded] = useState(false);
  const digest = useRoute("GET /digest");
  const change = useMutation({
    mutationFn: (isOn: boolean) => request("PUT /digest", { body: { isOn } }),
    onSuccess: (state) => queries.setQueryData(routeKey("GET /digest"), state),
  });
  const send = useMutation({ mutationFn: () => request("POST /digest/send") });
  return (
    <>
      <QueryView
        query={digest}
        loading={<Skeleton className="mt-6 h-32" />}
        className="mt-6 grid max-w-prose gap-4"
      >
        {({ isOn, isConnected, nextAt, last }) => (
          <>
            <p>
              What changed last week, in an email you can read on your phone: visitors, leads, the first goal,
              top sources and pages, experiments, errors and alarms. It has no tracking pixel.
            </p>
            <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
              <Switch
                label={`Send it to ${email} every week`}
                isOn={isOn}
                onChange={(next) => change.mutate(next)}
              />
              <Button
                variant="secondary"
                size="sm"
                disabled={!isConnected || send.isPending}
                onClick={() => send.mutate()}
              >
                Send it now
              </Button>
            </div>
            {isOn && isConnected && (
              <p className="text-ink-muted text-xs">
                Next on {formatInstant(nextAt)}, in the site's time zone.
              </p>
            )}
            {!isConnected && (
              <Warning>
                Email is not connected, so no digest is sent. An owner can connect a mail server under{" "}
                <TextLink href="/connections/smtp">Connections</TextLink>.
              </Warning>
            )}
            {last?.state === "failed" && <Warning>The last digest couldn't be sent: {last.error}</Warning>}
            <InlineError error={change.error} />
            <InlineError error={send.error} />
            {send.data && <TestResults results={send.data.results} />}
          </>
        )}
      </QueryView>
      <section aria-labelledby="digest-preview" className="mt-8">
        <h2 id="digest-preview" className="font-display font-semibold text-lead">
          Preview
        </h2>
        <p className="text-ink-muted text-xs">Last week, as the email shows it.</p>
        <div className="relative mt-3 h-[48rem] max-w-[37.5rem]">
          {!isLoaded && <Skeleton className="absolute inset-0" />}
          <iframe
            title="Weekly digest"
            src="/console/api/digest/preview"
            onLoad={() => setLoaded(true)}
            className="relative size-full rounded-md border border-hairline"
          />
        </div>
      </section>
    </>
  );
}
