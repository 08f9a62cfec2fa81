import { expect, it } from "vitest";
import { readReplayModules, replayModules } from "./replayModules.ts";

const MANIFEST = {
  "index.html": { file: "assets/index.js", imports: ["_shared.js"] },
  "player.html": { file: "assets/player.js", imports: ["_time.js"] },
  "src/features/replays/watch/Replay.tsx": {
    ...{ file: "assets/Replay.js", imports: ["index.html", "_shared.js", "_dialog.js", "_time.js"] },
  },
  "_shared.js": { file: "assets/shared.js" },
  "_dialog.js": { file: "assets/dialog.js", imports: ["_time.js"] },
  "_time.js": { file: "assets/time.js" },
  "src/features/speed/Speed.tsx": { file: "assets/Speed.js" },
};

it("names every module that the screen and the player need beside the console's start, each once", () => {
  expect(replayModules(MANIFEST).split(", ")).toEqual(
    ["Replay", "dialog", "time", "player"].map((name) => `</console/assets/${name}.js>; rel="modulepreload"`),
  );
});

it("says nothing of a console that was built without a manifest", async () => {
  expect(await readReplayModules("/nowhere")).toBeNull();
  expect(replayModules({})).toBe("");
});
