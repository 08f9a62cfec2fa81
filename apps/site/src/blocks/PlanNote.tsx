import { SEGMENT_LOCATION_ATTRIBUTE } from "@marquee/contract";
import { ButtonLink } from "@marquee/ui";
import { localHref } from "../site/pages.ts";
import { useSite } from "../site/siteContext.tsx";
import { PageText } from "./PageText.tsx";

/** The price of the feature on the page, with a link to compare plans. `text` already has its prices filled in. */
export function PlanNote({ text, action, href }: { text: string; action: string; href: string }) {
  const { locale } = useSite();
  return (
    <aside {...{ [SEGMENT_LOCATION_ATTRIBUTE]: "plan-note" }} className="border-hairline border-t">
      <div className="mx-auto flex max-w-page flex-col items-start gap-6 px-5 py-12 md:flex-row md:items-center md:justify-between md:px-8">
        <PageText className="max-w-prose text-balance text-lead">{text}</PageText>
        <ButtonLink
          href={localHref(href, locale)}
          variant="secondary"
          iconEnd="arrow-right"
          className="shrink-0"
        >
          {action}
        </ButtonLink>
      </div>
    </aside>
  );
}
