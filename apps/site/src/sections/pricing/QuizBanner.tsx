import { Button } from "@marquee/ui";
import { Compass } from "lucide-react";
import type { PricingCopy } from "../../copy/copy.ts";
import { FlagPlace } from "../../flags/FlagPlace.tsx";
import type { PageProps } from "../../site/page.types.ts";
import { useSite } from "../../site/siteContext.tsx";
import { loadQuiz, useQuiz } from "./quiz/useQuiz.ts";

/** The way to the plan quiz, behind its flag. It needs scripting, and without shows nothing. */
export function QuizBanner(props: PageProps<PricingCopy>) {
  const { flags } = useSite();
  return (
    <>
      <FlagPlace flag="pricing-quiz-banner-is-active" />
      {flags["pricing-quiz-banner-is-active"] && <QuizInvitation {...props} />}
    </>
  );
}

function QuizInvitation({ copy, locale }: PageProps<PricingCopy>) {
  const { quiz, isOpen, hasFailed, open, dismiss } = useQuiz(locale);
  const warm = () => void loadQuiz(locale).catch(() => undefined);
  return (
    <div className="border-hairline border-t bg-surface-sunken noscript:hidden">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-5 gap-y-1 px-5 py-3 md:px-8">
        <p className="flex gap-3 text-pretty text-sm">
          <Compass aria-hidden="true" strokeWidth={1.75} className="mt-px size-5 shrink-0" />
          {copy.quizBanner.text}
        </p>
        <Button
          variant="tertiary"
          size="sm"
          className="max-sm:ml-4.5"
          onClick={open}
          onPointerEnter={warm}
          onFocus={warm}
        >
          {copy.quizBanner.action}
        </Button>
        <p role="alert" className="text-clay text-sm empty:hidden">
          {hasFailed && copy.quizBanner.failed}
        </p>
      </div>
      {quiz && (
        <quiz.PlanQuiz
          copy={quiz.copy}
          pricingCopy={copy}
          locale={locale}
          isOpen={isOpen}
          onDismiss={dismiss}
          linked={quiz.linked}
        />
      )}
    </div>
  );
}
