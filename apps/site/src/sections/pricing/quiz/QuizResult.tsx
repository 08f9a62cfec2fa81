import { type Catalog, isPerUser, type Locale } from "@marquee/contract";
import { Button } from "@marquee/ui";
import { Check } from "lucide-react";
import { useState } from "react";
import type { PlanQuizCopy, PricingCopy } from "../../../copy/copy.ts";
import { fillTemplate } from "../../../copy/fillTemplate.ts";
import { seatPriceText } from "../../../copy/prices.ts";
import { useCatalog } from "../../../site/siteContext.tsx";
import { PlanAction } from "../PlanAction.tsx";
import { useFocusOnStep } from "./QuizQuestion.tsx";
import type { QuizAnswers, QuizResult as Result } from "./quiz.ts";
import { quizLink } from "./quizAddress.ts";

interface QuizResultProps {
  answers: QuizAnswers;
  result: Result;
  onRestart: () => void;
  copy: PlanQuizCopy;
  pricingCopy: PricingCopy;
  locale: Locale;
}

/** The recommended plan with its price, the reasons and the next steps. */
export function QuizResult(props: QuizResultProps) {
  const { answers, result, onRestart, copy, pricingCopy, locale } = props;
  const heading = useFocusOnStep<HTMLHeadingElement>();
  const plan = pricingCopy.plans[result.tier];
  const catalog = useCatalog();
  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="text-balance font-display text-heading outline-none">
        {fillTemplate(copy.result.title, { plan: plan.name })}
      </h3>
      <p className="mt-2 text-ink-muted">{priceText(catalog, props)}</p>
      <h4 className="mt-6 font-medium text-sm">{copy.result.why}</h4>
      <Reasons {...props} />
      <p className="mt-8">
        <PlanAction
          isQuoted={result.tier === "enterprise"}
          locale={locale}
          location="plan-quiz"
          label={plan.action}
        />
      </p>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3 border-hairline border-t pt-4">
        <CopyLink link={quizLink(location.href, answers)} copy={copy.result} />
        <Button variant="tertiary" size="sm" onClick={onRestart}>
          {copy.result.restart}
        </Button>
      </div>
    </div>
  );
}

function priceText(
  catalog: Catalog,
  { result: { tier }, copy, pricingCopy, locale }: QuizResultProps,
): string {
  const { free, quote, quoteNote } = pricingCopy.price;
  const price = seatPriceText(catalog, { tier, period: "yearly", addOns: [] }, locale);
  if (price === null) return `${quote}, ${quoteNote}`;
  if (!isPerUser(catalog.plans[tier].pricing.yearly)) return `${price} ${pricingCopy.calculator.perMonth}`;
  return tier === "free" ? `${price}, ${free}` : fillTemplate(copy.result.price, { price });
}

function Reasons({ answers, result, copy }: QuizResultProps) {
  const reasons: Record<string, Record<string, string>> = copy.reasons;
  const texts = result.decidedBy.flatMap((question) => reasons[question]?.[answers[question]] ?? []);
  return (
    <ul className="mt-2 grid gap-2">
      {(texts.length > 0 ? texts : [copy.result.enough]).map((text) => (
        <li key={text} className="flex gap-2">
          <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-leaf" />
          {text}
        </li>
      ))}
    </ul>
  );
}

interface CopyLinkProps {
  link: string;
  copy: PlanQuizCopy["result"];
}

/** A button that copies a link and confirms it. If the clipboard is not available, shows the link to copy by hand. */
function CopyLink({ link, copy }: CopyLinkProps) {
  const [outcome, setOutcome] = useState<"none" | "copied" | "refused">("none");
  const onCopy = () =>
    copyText(link).then(
      () => setOutcome("copied"),
      () => setOutcome("refused"),
    );
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-3">
      <Button variant="secondary" size="sm" onClick={onCopy}>
        {copy.copy}
      </Button>
      <span role="status" className="text-ink-muted text-sm">
        {outcome === "copied" && copy.copied}
      </span>
      {outcome === "refused" && (
        <input
          readOnly
          value={link}
          aria-label={copy.link}
          onFocus={({ target }) => target.select()}
          className="h-9 w-full rounded-sm border border-control bg-surface px-2 text-sm"
        />
      )}
    </div>
  );
}

/** @throws if there is no clipboard (insecure origin) or the visitor denies access. */
async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
