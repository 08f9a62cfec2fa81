import fc from "fast-check";
import { expect, test } from "vitest";
import { QUIZ_ANSWERS, QUIZ_QUESTION_IDS } from "./quiz.ts";
import { finishedAnswers, type QuizAction, questionAt, quizReducer, startQuiz } from "./quizReducer.ts";

const LINKED = {
  team: "me",
  planning: "boards",
  time: "none",
  signIn: "password",
  oversight: "nothing",
} as const;

const action: fc.Arbitrary<QuizAction> = fc.oneof(
  fc
    .constantFrom(...QUIZ_QUESTION_IDS)
    .chain((question) =>
      fc
        .constantFrom(...QUIZ_ANSWERS[question])
        .map(({ id }) => ({ type: "answer" as const, answer: { [question]: id } })),
    ),
  fc.constantFrom({ type: "next" as const }, { type: "back" as const }, { type: "restart" as const }),
);

test("starts at the result with linked answers and restarts at the first question", () => {
  const linked = startQuiz(LINKED);
  expect(finishedAnswers(linked)).toEqual(LINKED);
  const restarted = quizReducer(linked, { type: "restart" });
  expect([questionAt(restarted), restarted.answers]).toEqual(["team", {}]);
});

test("moves to the next question only with an answer, and keeps it on Back", () => {
  const start = startQuiz(null);
  expect(quizReducer(start, { type: "next" })).toEqual(start);
  const second = [{ type: "answer", answer: { team: "small" } }, { type: "next" }].reduce(
    (state, each) => quizReducer(state, each as QuizAction),
    start,
  );
  expect(questionAt(second)).toBe("planning");
  const first = quizReducer(second, { type: "back" });
  expect([questionAt(first), first.answers]).toEqual(["team", { team: "small" }]);
  expect(quizReducer(first, { type: "back" })).toEqual(first);
});

test("has an answer to every question before the current one after any actions", () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
      const state = actions.reduce(quizReducer, startQuiz(null));
      for (const question of QUIZ_QUESTION_IDS.slice(0, state.step))
        expect(state.answers[question]).toBeDefined();
      expect(finishedAnswers(state) !== null).toBe(questionAt(state) === null);
    }),
  );
});
