import { defineConfig } from "vitest/config";
import { QUICK_WEBASSEMBLY, SHORT_LIVED } from "./scripts/test/nodeFlags.mjs";
import { IS_SOAK } from "./scripts/test/soak.mjs";

const SERVER = "apps/server/src";
const BUNDLED_PROCESSES = `${SERVER}/testing/bundleEventProcess.ts`;
const CHEAP_PASSWORDS = `${SERVER}/testing/cheapPasswords.ts`;
/** Need a PostgreSQL server; so do two servers that share one. */
const POSTGRES_ONLY = `${SERVER}/**/*.postgres.test.ts`;
/** Tests that render components into a document. */
const COMPONENTS = "{packages/*,apps/console}/src/**/*.dom.test.tsx";
/** Tests that run on the embedded record store and on PostgreSQL too. The slower ones do with `npm run test:soak`. */
const ON_BOTH_STORES = [
  `${SERVER}/platform/storage/records/startRecords.test.ts`,
  `${SERVER}/{hostileText,platform/log/recordsErrors}.test.ts`,
  `${SERVER}/platform/versioned/**/*.test.ts`,
  `${SERVER}/domains/{archive,backup,consent}/**/*.test.ts`,
  `${SERVER}/domains/replay/{registerArchive,prune/pruneArchive}.test.ts`,
  `${SERVER}/domains/{leads/{*,{copies,deliveries,updates}/**/*},publishing/{*,translations/**/*}}.test.ts`,
  `${SERVER}/domains/people/{identities/**/*,privacy/readAudit}.test.ts`,
  `${SERVER}/domains/accounts/{accounts,ownAccountRoutes,signedInBrowsers}.test.ts`,
  `${SERVER}/domains/alerts/startAlerts.test.ts`,
  `${SERVER}/domains/monitoring/system/start*.test.ts`,
  `${SERVER}/domains/{accounts,experiments,flags,replay,site}/console/{team,experiment,flag,recording,site}Routes.test.ts`,
  `${SERVER}/domains/flags/{moveBanner,protocol/protocolRoutes,protocol/sdk}.test.ts`,
  ...(IS_SOAK ? [`${SERVER}/domains/{accounts,experiments,flags,people}/**/*.test.ts`] : []),
];

export default defineConfig({
  test: {
    // Stores are real processes; on two cores, three files at once leave little waiting.
    maxWorkers: 3,
    // A busy machine answers late; what is wrong stays wrong.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Starting a process for each file, and loading the same packages there, would cost more than what most files test.
    isolate: false,
    execArgv: SHORT_LIVED,
    setupFiles: ["scripts/test/freshFile.mjs", "scripts/test/propertyRuns.mjs"],
    // What measures time or memory needs a machine for itself.
    exclude: IS_SOAK ? [] : ["**/*.soak.test.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          include: [`${SERVER}/**/*.test.ts`],
          exclude: [POSTGRES_ONLY],
          setupFiles: [CHEAP_PASSWORDS],
          execArgv: [QUICK_WEBASSEMBLY],
          globalSetup: [BUNDLED_PROCESSES],
        },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          include: [POSTGRES_ONLY, ...ON_BOTH_STORES],
          setupFiles: [CHEAP_PASSWORDS, `${SERVER}/testing/usePostgres.ts`],
          globalSetup: [BUNDLED_PROCESSES, `${SERVER}/testing/providePostgres.ts`],
        },
      },
      {
        extends: true,
        test: {
          name: "rest",
          include: [
            "{packages/*,apps/site,apps/console}/src/**/*.test.{ts,tsx}",
            "apps/site/build/*.test.ts",
            "scripts/**/*.test.mjs",
            "bench/{peers,support}/*.test.ts",
          ],
          exclude: [COMPONENTS],
        },
      },
      {
        extends: true,
        test: {
          name: "components",
          include: [COMPONENTS],
          environment: "happy-dom",
          setupFiles: ["scripts/test/componentCleanup.mjs"],
        },
      },
    ],
  },
});
