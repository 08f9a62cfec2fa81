import { type Locale, SEGMENT_LOCATION_ATTRIBUTE } from "@marquee/contract";
import { Button } from "@marquee/ui";
import clsx from "clsx";
import { Compass } from "lucide-react";
import { type ComponentType, useCallback, useEffect, useState } from "react";
import type { CopyStore, PlanQuizCopy, PricingCopy } from "../../copy/copy.ts";
import { FlagPlace } from "../../flags/FlagPlace.tsx";
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

/** Where visitors open the quiz on the page. */
type QuizPlace = "banner" | "row";

interface QuizControl {
  /** Null until it is requested and has loaded. */
  quiz: LoadedQuiz | null;
  isOpen: boolean;
  /** Where the last load failed. */
  failedAt: QuizPlace | null;
  open: (place: QuizPlace) => void;
  /** Loads the quiz ahead of time. */
  warm: () => void;
  dismiss: () => void;
}

interface QuizProps {
  control: QuizControl;
  copy: PricingCopy;
}

/** A banner above the plans that opens the quiz, behind a flag. */
export function QuizBanner(props: QuizProps) {
  const { flags } = useSite();
  return (
    <>
      <FlagPlace flag="pricing-quiz-banner-is-active" />
      {flags["pricing-quiz-banner-is-active"] && (
        <QuizInvitation {...props} place="banner" className="bg-surface-sunken" />
      )}
    </>
  );
}

/** A line below the plans that opens the quiz, and the quiz itself. */
export function PlanQuizRow({ control, copy, locale }: QuizProps & { locale: Locale }) {
  const { quiz, isOpen, dismiss } = control;
  return (
    <>
      <QuizInvitation control={control} copy={copy} place="row" className="bg-background" />
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
    </>
  );
}

/** What the quiz is and a button that opens it. Hidden without scripting. */
function QuizInvitation({
  control,
  copy,
  place,
  className,
}: QuizProps & { place: QuizPlace; className: string }) {
  const { failedAt, open, warm } = control;
  return (
    <div
      {...{ [SEGMENT_LOCATION_ATTRIBUTE]: `quiz-${place}` }}
      className={clsx("border-hairline border-t noscript:hidden", className)}
    >
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-5 gap-y-1 px-5 py-3 md:px-8">
        <p className="flex gap-3 text-pretty text-sm">
          <Compass aria-hidden="true" strokeWidth={1.75} className="mt-px size-5 shrink-0" />
          {copy.quizBanner.text}
        </p>
        <Button
          variant="tertiary"
          size="sm"
          className="max-sm:ml-4.5"
          onClick={() => open(place)}
          onPointerEnter={warm}
          onFocus={warm}
        >
          {copy.quizBanner.action}
        </Button>
        <p role="alert" className="text-clay text-sm empty:hidden">
          {failedAt === place && copy.quizBanner.failed}
        </p>
      </div>
    </div>
  );
}

/** Loads and opens the quiz: when `open` is called, or if the URL has answers. Invalid answers do not open it. */
export function usePlanQuiz(): QuizControl {
  const { copy, locale } = useSite();
  const [quiz, setQuiz] = useState<LoadedQuiz | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [failedAt, setFailedAt] = useState<QuizPlace | null>(null);

  const load = useCallback(
    (place: QuizPlace, isWanted: (loaded: LoadedQuiz) => boolean) => {
      setFailedAt(null);
      loadQuiz(copy, locale).then(
        (loaded) => {
          if (!isWanted(loaded)) return;
          setQuiz((before) => before ?? loaded);
          setIsOpen(true);
        },
        () => setFailedAt(place),
      );
    },
    [copy, locale],
  );

  useEffect(() => {
    if (new URLSearchParams(location.search).has(QUIZ_KEY)) load("row", ({ linked }) => linked !== null);
  }, [load]);

  const open = useCallback((place: QuizPlace) => load(place, () => true), [load]);
  const warm = () => void loadQuiz(copy, locale).catch(() => undefined);
  return { quiz, isOpen, failedAt, open, warm, dismiss: () => setIsOpen(false) };
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
