import { includesFeature, PLAN_TIERS, planForScore } from "@marquee/contract";
import { CATALOG } from "@marquee/contract/testing/catalog";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  formatQuizAnswers,
  parseQuizAnswers,
  QUIZ_ANSWERS,
  QUIZ_QUESTION_IDS,
  type QuizAnswers,
  quizResult,
} from "./quiz.ts";

/** All combinations of answers. */
const ALL: QuizAnswers[] = QUIZ_ANSWERS.team.flatMap(({ id: team }) =>
  QUIZ_ANSWERS.planning.flatMap(({ id: planning }) =>
    QUIZ_ANSWERS.time.flatMap(({ id: time }) =>
      QUIZ_ANSWERS.signIn.flatMap(({ id: signIn }) =>
        QUIZ_ANSWERS.oversight.map(({ id: oversight }) => ({ team, planning, time, signIn, oversight })),
      ),
    ),
  ),
);
const anyAnswers = fc.constantFrom(...ALL);

function answersOf(answers: QuizAnswers) {
  return QUIZ_QUESTION_IDS.map((question) => {
    const answer = QUIZ_ANSWERS[question].find(({ id }) => id === answers[question]);
    if (!answer) throw new Error(`${question} has no answer ${answers[question]}.`);
    return { question, ...answer };
  });
}

test("scores every combination of answers from 1 to 13 and recommends the plan of that score", () => {
  expect(ALL).toHaveLength(4 * 3 ** 4);
  for (const answers of ALL) {
    const { score, tier } = quizResult(CATALOG, answers);
    expect(score).toBeGreaterThanOrEqual(1);
    expect(score).toBeLessThanOrEqual(13);
    expect(planForScore(CATALOG, score)).toEqual({ kind: "plan", tier });
  }
  expect(new Set(ALL.map((answers) => quizResult(CATALOG, answers).score))).toContain(1);
  expect(new Set(ALL.map((answers) => quizResult(CATALOG, answers).score))).toContain(13);
  expect(new Set(ALL.map((answers) => quizResult(CATALOG, answers).tier))).toEqual(new Set(PLAN_TIERS));
});

test("recommends a plan with every needed feature", () => {
  for (const answers of ALL) {
    const { tier } = quizResult(CATALOG, answers);
    for (const { needs } of answersOf(answers))
      for (const feature of needs)
        expect(includesFeature(CATALOG, tier, feature), `${tier} ${feature}`).toBe(true);
  }
});

test("names deciding answers that exceed the next smaller plan by a feature or team size", () => {
  for (const answers of ALL) {
    const { tier, decidedBy } = quizResult(CATALOG, answers);
    const smaller = PLAN_TIERS[PLAN_TIERS.indexOf(tier) - 1];
    if (!smaller) {
      expect(decidedBy).toEqual([]);
      continue;
    }
    expect(decidedBy.length).toBeGreaterThan(0);
    for (const { question, needs } of answersOf(answers).filter((each) =>
      decidedBy.includes(each.question),
    )) {
      expect(
        question === "team" || needs.some((feature) => !includesFeature(CATALOG, smaller, feature)),
      ).toBe(true);
    }
  }
});

test("never recommends a smaller plan for a more demanding answer", () => {
  fc.assert(
    fc.property(anyAnswers, anyAnswers, fc.constantFrom(...QUIZ_QUESTION_IDS), (answers, other, question) => {
      const changed = { ...answers, [question]: other[question] };
      const [before, after] = [answersOf(answers), answersOf(changed)].map((each) =>
        Math.max(...each.map(({ score }) => score)),
      );
      const rank = (choices: QuizAnswers) => PLAN_TIERS.indexOf(quizResult(CATALOG, choices).tier);
      if ((after ?? 0) >= (before ?? 0)) expect(rank(changed)).toBeGreaterThanOrEqual(rank(answers));
      else expect(rank(changed)).toBeLessThanOrEqual(rank(answers));
    }),
  );
});

test("round-trips all answers through their text form", () => {
  for (const answers of ALL) expect(parseQuizAnswers(formatQuizAnswers(answers))).toEqual(answers);
  expect(new Set(ALL.map(formatQuizAnswers)).size).toBe(ALL.length);
});

test.each([
  "",
  "zzz",
  "me",
  "me.boards.none.password",
  "me.boards.none.password.nothing.",
  "me.boards.none.password.nothing.nothing",
  "boards.me.none.password.nothing",
  "ME.boards.none.password.nothing",
  "me.boards.none.password.constructor",
  "__proto__.__proto__.__proto__.__proto__.__proto__",
  "me.boards.none.password.<script>",
])("returns null for %j", (text) => expect(parseQuizAnswers(text)).toBeNull());

test("formats any parsed text back to the same text", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const parsed = parseQuizAnswers(text);
      if (parsed) expect(formatQuizAnswers(parsed)).toBe(text);
    }),
  );
});
