/** User input and request data in forms that are hard to distinguish from the words of an error. */
export const CANARIES = [
  "zqann zqbaker",
  "zqann.zqbaker@zqcanary.example",
  `"zq double" 'zq single' \`zq back\` zq (ZQTAIL) after (while reading the value of key zqkey)`,
  "zq\n    at zqFrame (/zq/zq.js:1:1)\nparams: zq",
  "Zq7f3K2mQ9xW4vB8nL1cR5tY",
  "https://zq.example/shared/zq-token?email=zq#zq",
  "+49 30 0918273645",
] as const;

/** A part of any of them. */
export const CANARY = /zq|0918273645/i;
