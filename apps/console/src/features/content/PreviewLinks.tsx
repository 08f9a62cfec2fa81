import { ONE_HOUR } from "@marquee/contract";
import type { PreviewLink } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { useMutation } from "@tanstack/react-query";
import { request } from "../../shared/api/request.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { formatInstant, formatRange } from "../../shared/format/format.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { InlineError, Skeleton } from "../../shared/ui/states.tsx";

/** Key of the query for links. */

/** Active preview links, each with a button to revoke it. */
export function PreviewLinks() {
  const links = useRoute("GET /content/preview/links");
  return (
    <section aria-labelledby="preview-links" className="mt-10">
      <h2 id="preview-links" className="font-display font-semibold text-lead">
        Active links
      </h2>
      <p className="mt-1 max-w-prose text-ink-muted">
        Anyone with one of these links sees its preview. Revoking a link is final, and open previews stop the
        next time they load.
      </p>
      <QueryView query={links} loading={<Skeleton className="mt-3 h-16" />} className="mt-3">
        {(data) => <List links={data.links} />}
      </QueryView>
    </section>
  );
}

function List({ links }: { links: readonly PreviewLink[] }) {
  const revoke = useMutation({
    mutationFn: (id: string) => request("POST /content/preview/links/:id/revoke", { params: { id } }),
  });
  return (
    <>
      <InlineError error={revoke.error} />
      <p role="status" className={links.length > 0 ? "sr-only" : "text-ink-muted"}>
        {links.length === 0
          ? revoke.isSuccess
            ? "Link revoked. There are no active links."
            : "No links yet. To create one, choose Copy link above a page."
          : revoke.isSuccess && "Link revoked."}
      </p>
      {links.length > 0 && (
        <ul className="border-hairline border-t">
          {links.map((link) => (
            <li key={link.id} className="flex items-center gap-3 border-hairline border-b py-2">
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere font-medium">{link.page}</p>
                <p className="wrap-anywhere">{link.shows}</p>
                <p className="wrap-anywhere text-ink-muted text-xs">
                  {link.createdBy}, {formatInstant(link.createdAt)}. Works until{" "}
                  {formatInstant(link.expiresAt)}.{" "}
                  {link.lastOpenedAt === null
                    ? "Never opened."
                    : `Last opened ${formatRange({ from: link.lastOpenedAt, to: link.lastOpenedAt + ONE_HOUR })}.`}
                </p>
              </div>
              <Button
                variant="secondary"
                size="sm"
                disabled={revoke.isPending}
                aria-label={`Revoke the link to ${link.page}, made ${formatInstant(link.createdAt)}`}
                onClick={() => revoke.mutate(link.id)}
              >
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
