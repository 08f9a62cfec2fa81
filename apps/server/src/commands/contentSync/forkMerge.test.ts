import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Json } from "@marquee/contract";
import type { ContentState } from "@marquee/contract/schema";
import { expect, it } from "vitest";
import { CONTENT_DIR } from "../../testing/realContent.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { checkContent } from "./checkContent.ts";
import { openWorkspace } from "./openWorkspace.ts";
import { pullContent } from "./pullContent.ts";

/** An environment without the machine's settings. */
const ENV = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };

function hasGit(): boolean {
  try {
    execFileSync("git", ["--version"], { env: ENV });
    return true;
  } catch {
    return false;
  }
}

function createRepository(dir: string) {
  const git = (...args: string[]) => {
    const author = ["-c", "user.name=Ann", "-c", "user.email=ann@trellis.example"];
    return execFileSync("git", [...author, ...args], { cwd: dir, env: ENV, encoding: "utf8" });
  };
  return {
    git,
    write(name: string, text: string) {
      mkdirSync(dirname(join(dir, name)), { recursive: true });
      writeFileSync(join(dir, name), text);
    },
    edit(name: string, from: string, to: string) {
      const text = readFileSync(join(dir, name), "utf8");
      expect(text).toContain(from);
      writeFileSync(join(dir, name), text.replace(from, to));
    },
    commit(subject: string) {
      git("add", "--all");
      git("commit", "--quiet", "--message", subject);
    },
  };
}

const HEADLINE = '"title": "Plans change. Keep';

// Container images may have no git.
it.skipIf(!hasGit())(
  "merges two releases into a fork with published changes, without conflicts",
  async () => {
    const dir = temporaryDir();
    const { git, write, edit, commit } = createRepository(dir);
    git("init", "--quiet", "--initial-branch", "upstream");
    cpSync(CONTENT_DIR, join(dir, "content"), { recursive: true });
    write("apps/site/src/sections/hero/Hero.tsx", "release 1\n");
    commit("Release 1");

    git("checkout", "--quiet", "-b", "fork");
    cpSync(join(dir, "content"), join(dir, "site-content"), { recursive: true });
    write("apps/site/src/sections/own/Own.tsx", "our own\n");
    edit("content/brand.json", '"Trellis"', '"Ours"');
    commit("Make it ours");
    const folders = { contentDir: join(dir, "site-content"), baseDir: join(dir, "content") };
    const check = () => checkContent({ ...folders, takenPaths: new Set(), ownPages: [] });

    let revision = 0;
    /** Publishes on the fork's server, then pulls and commits. */
    const publishAndPull = async (text: string) => {
      revision += 1;
      const state = await publish(text, revision);
      const server = { readState: async () => state, readImage: () => Promise.reject(new Error("unused")) };
      await pullContent(await openWorkspace(folders, server), server, null);
      commit(`Pull revision ${revision}`);
      // One line for each text and rule, plus the revision.
      expect(git("show", "--format=", "--numstat").trim().split("\n").slice(0, 3)).toEqual([
        "1\t1\tsite-content/copy/en/banner.json",
        "1\t1\tsite-content/copy/en/home.json",
        "1\t1\tsite-content/meeting-routes.json",
      ]);
    };
    const publish = async (text: string, number: number): Promise<ContentState> => {
      const state: ContentState = { head: { number, id: "a" }, isKnown: true, items: {}, base: {} };
      const { items } = await openWorkspace(folders, { readState: async () => state });
      const published = new Map([...items].map(([key, { item }]) => [key, structuredClone(item)]));
      const home = published.get("copy:en:home") as { hero: { title: string } };
      const banner = published.get("copy:en:banner") as { text: string };
      const routes = published.get("meeting-routes") as { sales: { rules: { url: string }[] } };
      const rule = routes.sales.rules[0];
      const otherFields = {
        "copy:en:banner": { "/text": banner.text },
        "meeting-routes": { "/sales/rules": structuredClone(routes.sales.rules) as unknown as Json },
      };
      banner.text = text;
      if (rule) rule.url = `https://cal.example/${number}`;
      const before = home.hero.title;
      home.hero.title = text;
      return {
        ...state,
        items: Object.fromEntries([...published].map(([key, value]) => [key, { published: value }])),
        base: { "copy:en:home": { "/hero/title": before }, ...otherFields },
      };
    };
    await publishAndPull("Ours, published once.");

    for (const release of [2, 3]) {
      git("checkout", "--quiet", "upstream");
      write("apps/site/src/sections/hero/Hero.tsx", `release ${release}\n`);
      if (release === 2) edit("content/copy/en/home.json", HEADLINE, `${HEADLINE} up, and keep`);
      else
        for (const locale of ["en", "de", "fr-FR", "es-ES", "it", "pt-BR"])
          edit(`content/copy/${locale}/home.json`, '"hero": {', '"hero": {\n    "note": "New",');
      commit(`Release ${release}`);
      git("checkout", "--quiet", "fork");
      git("merge", "--quiet", "--no-edit", "upstream");
      expect(git("status", "--porcelain")).toBe("");
      expect(readFileSync(join(dir, "apps/site/src/sections/hero/Hero.tsx"), "utf8")).toBe(
        `release ${release}\n`,
      );
      expect(readFileSync(join(dir, "content/brand.json"), "utf8")).toContain("Ours");
      const published = release === 2 ? "Ours, published once." : "Ours, published twice.";
      expect(readFileSync(join(dir, "site-content/copy/en/home.json"), "utf8")).toContain(published);
      if (release === 2) {
        expect(await check()).toEqual([]);
        await publishAndPull("Ours, published twice.");
      }
    }
    // The third release needs a text that the fork's own copy does not have.
    expect(await check()).toEqual([
      expect.stringMatching(/^content\/copy\/en\/home\.json, hero\.note: .*"New"$/),
    ]);
  },
);
