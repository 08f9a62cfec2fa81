import { formatCounted, previewFacts } from "@marquee/contract";
import { may } from "@marquee/contract/schema";
import { Button, Check } from "@marquee/ui";
import clsx from "clsx";
import { Columns2, Link2 } from "lucide-react";
import { useState } from "react";
import { useFilters } from "../../shared/address/useFilters.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { siteTime } from "../../shared/format/siteTime.ts";
import { formatState, type PreviewState, parseState } from "../../shared/preview/previewState.ts";
import { TextLink } from "../../shared/ui/links.tsx";
import { About, ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { InlineError, Skeleton } from "../../shared/ui/states.tsx";
import { PreviewChoicesForm } from "./PreviewChoicesForm.tsx";
import {
  FrameControls,
  type FrameTheme,
  type FrameWidth,
  PreviewFrame,
  usualWidth,
  WIDTHS,
} from "./PreviewFrame.tsx";
import { PreviewLinkDialog } from "./PreviewLinkDialog.tsx";
import { PreviewLinks } from "./PreviewLinks.tsx";
import { type PreviewOffers, usePreviewOffers } from "./previewOffers.ts";
import { useContentVersion } from "./useContentList.ts";

const NAMES = ["page", "choices", "page2", "choices2", "compare", "width", "theme", "scroll"] as const;
const ONE_HOUR = 60 * 60 * 1000;

/** The site at any date, for any visitor, with any flags, draft or revision: as those visitors would get it, in one frame or two. */
export function Preview({ account, title }: ScreenProps) {
  const [filters, setFilters] = useFilters(NAMES);
  const offers = usePreviewOffers(may(account.role, "draft"));
  const [position, setPosition] = useState<number>();
  const isComparing = filters.compare === "1";
  const isLinked = filters.scroll !== "apart";
  const width = WIDTHS.find((each) => String(each) === filters.width) ?? usualWidth();
  const theme: FrameTheme = filters.theme === "dark" ? "dark" : "light";
  const left = parseState(filters);
  const right = parseState({ page: filters.page2, choices: filters.choices2 });
  const setRight = (state: PreviewState) => {
    const { page, choices } = formatState(state);
    setFilters({ page2: page, choices2: choices });
  };
  const compare = () => {
    if (isComparing) return setFilters({ compare: "", page2: "", choices2: "", scroll: "" });
    const { page, choices } = formatState(left);
    setFilters({ compare: "1", page2: page, choices2: choices });
  };
  const side = { offers, width, theme, onScroll: isLinked && isComparing ? setPosition : undefined };
  const shared = isLinked && isComparing ? position : undefined;
  return (
    <>
      <ScreenHeader title={title}>
        <div className="flex flex-wrap gap-4">
          <TextLink href="/pages">Pages</TextLink>
          <TextLink href="/publications">Publications</TextLink>
        </div>
      </ScreenHeader>
      <About>
        See pages as any visitor gets them on any date. Previews aren't counted, and the page's scripts don't
        run.
      </About>
      <div className="mt-4">
        <FrameControls
          width={width}
          theme={theme}
          onChange={(change: { width?: FrameWidth; theme?: FrameTheme }) =>
            setFilters({
              ...(change.width && { width: change.width === usualWidth() ? "" : String(change.width) }),
              ...(change.theme && { theme: change.theme === "light" ? "" : change.theme }),
            })
          }
        >
          <Button variant="secondary" size="sm" aria-pressed={isComparing} onClick={compare}>
            <Columns2 aria-hidden="true" className="size-4" />
            {isComparing ? "One page" : "Compare two"}
          </Button>
          {isComparing && (
            <Check
              label="Scroll together"
              checked={isLinked}
              onChange={(next) => setFilters({ scroll: next ? "" : "apart" })}
            />
          )}
        </FrameControls>
      </div>
      <div
        className={clsx(
          "mt-4 grid gap-x-6 gap-y-8",
          isComparing && "md:grid-cols-2 md:grid-rows-[auto_auto_1fr]",
        )}
      >
        <Side
          {...side}
          label={isComparing ? "First page" : "Page"}
          state={left}
          other={isComparing ? right : null}
          position={shared}
          onChange={(state) => setFilters(formatState(state))}
        />
        {isComparing && (
          <Side
            {...side}
            label="Second page"
            state={right}
            other={left}
            position={shared}
            onChange={setRight}
          />
        )}
      </div>
      <PreviewLinks />
    </>
  );
}

interface SideProps {
  label: string;
  state: PreviewState;
  /** The other page, to compare choices with. */
  other: PreviewState | null;
  offers: PreviewOffers;
  width: FrameWidth;
  theme: FrameTheme;
  position: number | undefined;
  onScroll: ((position: number) => void) | undefined;
  onChange: (state: PreviewState) => void;
}

/** A page with its choices, on one side of the screen. */
function Side({ label, state, other, offers, width, theme, position, onScroll, onChange }: SideProps) {
  const { path, choices } = state;
  const [isSharing, setSharing] = useState(false);
  const version = useContentVersion(choices.draft ?? null);
  const link = useRoute(
    "POST /content/preview",
    { body: { choices } },
    { staleTime: ONE_HOUR, refetchInterval: ONE_HOUR, placeholderData: (before) => before },
  );
  return (
    <section
      aria-label={label}
      className={clsx("grid min-w-0 content-start gap-3", other && "md:row-span-3 md:grid-rows-subgrid")}
    >
      <PreviewChoicesForm state={state} offers={offers} isNarrow={other !== null} onChange={onChange} />
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 border-hairline border-t pt-3">
        <Facts state={state} other={other} offers={offers} />
        <Button variant="tertiary" size="sm" onClick={() => setSharing(true)}>
          <Link2 aria-hidden="true" className="size-4" />
          Copy link
        </Button>
      </div>
      {link.isError ? (
        <InlineError error={link.error} />
      ) : link.data && version !== "" ? (
        <PreviewFrame
          title={`Preview: ${label.toLowerCase()}`}
          src={link.data.prefix + path}
          version={version}
          width={width}
          theme={theme}
          className="h-[75dvh] min-h-96"
          {...(onScroll && { onScroll })}
          {...(position !== undefined && { position })}
          onLoad={(page, isFollowed) => {
            const { pathname, search } = page.location;
            if (isFollowed) onChange({ ...state, path: pathname.replace(/^\/preview\/[^/]*/, "") + search });
          }}
        />
      ) : (
        <Skeleton className="h-[75dvh]" />
      )}
      {isSharing && <PreviewLinkDialog state={state} onDismiss={() => setSharing(false)} />}
    </section>
  );
}

/** What the page shows, in words. Differences from the other page are emphasized. */
function Facts({ state, other, offers }: Pick<SideProps, "state" | "other" | "offers">) {
  const factsOf = ({ choices, path }: PreviewState) => [
    { name: "Page", value: path },
    ...previewFacts(choices, {
      timeZone: siteTime().timeZone,
      draftName: offers.drafts.find(({ id }) => id === choices.draft)?.name,
    }),
  ];
  const otherFacts = other && new Set(factsOf(other).map(({ name, value }) => `${name}: ${value}`));
  const facts = factsOf(state);
  const isOwn = (fact: { name: string; value: string }) =>
    otherFacts !== null && !otherFacts.has(`${fact.name}: ${fact.value}`);
  const differenceCount = facts.filter(isOwn).length;
  return (
    <div className="flex min-w-0 flex-1 flex-wrap gap-x-4 gap-y-1 py-1.5">
      <dl className="contents">
        {facts.map((fact) => (
          <div
            key={fact.name}
            className={clsx(
              "flex min-w-0 gap-1.5",
              isOwn(fact) && "-my-0.5 rounded-sm bg-sun-soft px-1.5 py-0.5",
            )}
          >
            <dt className="text-ink-muted">{fact.name}</dt>
            <dd className="wrap-anywhere line-clamp-2">
              {fact.value}
              {isOwn(fact) && <span className="sr-only"> (different)</span>}
            </dd>
          </div>
        ))}
      </dl>
      {otherFacts && differenceCount === 0 && <p className="text-ink-muted">No differences</p>}
      {differenceCount > 0 && <p className="sr-only">{formatCounted(differenceCount, "difference")}</p>}
    </div>
  );
}
