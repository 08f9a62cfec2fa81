import type { Locale } from "@marquee/contract";
import { Button } from "@marquee/ui";
import { Compass } from "lucide-react";
import { type ComponentType, useCallback, useEffect, useState } from "react";
import type { CopyStore, PlanQuizCopy, PricingCopy } from "../../copy/copy.ts";
import { FlagPlace } from "../../flags/FlagPlace.tsx";
import type { PageProps } from "../../site/page.types.ts";
import { useSite } from "../../site/siteContext.tsx";
import type { PlanQuizProps } from "./quiz/PlanQuiz.tsx";
import type { QuizAnswers } from "./quiz/quiz.ts";
import { QUIZ_KEY } from "./quiz/quizKey.ts";

/** The quiz's code and data, ready to render. */
interface LoadedQuiz {
  PlanQuiz: ComponentType<PlanQuizProps>;
  copy: PlanQuizCopy;
  /** Answers in the page's URL; null if there are none or they are invalid. */
  linked: QuizAnswers | null;
}

interface QuizControl {
  /** Null until it is requested and has loaded. */
  quiz: LoadedQuiz | null;
  isOpen: boolean;
  /** True if the last load failed. */
  hasFailed: boolean;
  open: () => void;
  /** Loads the quiz ahead of time. */
  warm: () => void;
  dismiss: () => void;
}

/** A banner that opens the plan quiz, behind a flag. Hidden without scripting. */
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
  const { quiz, isOpen, hasFailed, open, warm, dismiss } = useQuiz();
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

/** Loads and opens the quiz: when `open` is called, or if the URL has answers. Invalid answers do not open it. */
function useQuiz(): QuizControl {
  const { copy, locale } = useSite();
  const [quiz, setQuiz] = useState<LoadedQuiz | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  const load = useCallback(
    (isWanted: (loaded: LoadedQuiz) => boolean) => {
      setHasFailed(false);
      loadQuiz(copy, locale).then(
        (loaded) => {
          if (!isWanted(loaded)) return;
          setQuiz((before) => before ?? loaded);
          setIsOpen(true);
        },
        () => setHasFailed(true),
      );
    },
    [copy, locale],
  );

  useEffect(() => {
    if (new URLSearchParams(location.search).has(QUIZ_KEY)) load(({ linked }) => linked !== null);
  }, [load]);

  const open = useCallback(() => load(() => true), [load]);
  const warm = () => void loadQuiz(copy, locale).catch(() => undefined);
  return { quiz, isOpen, hasFailed, open, warm, dismiss: () => setIsOpen(false) };
}

/**
 * Loads the quiz's code and copy, which no page includes.
 * @throws if they cannot be fetched; the next call tries again.
 */
async function loadQuiz(store: CopyStore, locale: Locale): Promise<LoadedQuiz> {
  const [{ PlanQuiz }, { readQuizAddress }, copy] = await Promise.all([
    import("./quiz/PlanQuiz.tsx"),
    import("./quiz/quizAddress.ts"),
    store.load("plan-quiz", locale),
  ]);
  return { PlanQuiz, copy, linked: readQuizAddress(location.search) };
}
