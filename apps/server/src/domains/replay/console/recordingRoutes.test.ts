import {
  DEFAULT_RECORDING_SETTINGS,
  ONE_DAY,
  type RecordingRule,
  type RecordingSettings,
  ruleId,
  TARGETING_LIFETIME,
} from "@marquee/contract";
import type { RecordingKeptResponse, RecordingResponse } from "@marquee/contract/schema";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { segmentRow } from "../../../testing/segmentRow.ts";
import { startConsole } from "../../../testing/startConsole.ts";
import { startTestApp, type TestApp } from "../../../testing/startTestApp.ts";
import { createTemporaryDir, removeDir } from "../../../testing/temporaryDir.ts";
import { createArchiveStore } from "../../archive/archiveStore.ts";
import { claimPruning, finishPruning } from "../prune/pruningRecord.ts";
import { readRecording } from "../settings/recordingSettingsStore.ts";
import { startRecording } from "../settings/startRecordingSettings.ts";

const dataDir = createTemporaryDir();
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({
    dataDir,
    stores: await borrowTestStores(),
    env: { ALLOWED_ORIGINS: "https://shop.example" },
  });
});
afterAll(async () => {
  await server.stop();
  removeDir(dataDir);
});

const CHANGED: RecordingSettings = {
  ...DEFAULT_RECORDING_SETTINGS,
  sampleRate: 12.5,
  privacyLevel: "conservative",
  blockSelectors: [".secret"],
  rules: [{ kind: "address", pattern: "/pricing/*" }],
  addressRules: [{ pattern: "https://trellis.example/team/*", replacement: "/team" }],
  monitoringReplaySampleRate: 50,
};

const ask = (path: string) => fetch(server.url + path, { headers: { origin: "https://shop.example" } });

describe("recording settings", () => {
  it("start with the defaults, readable by recorders of allowed origins and cached briefly", async () => {
    const answer = await ask("/v1/recording-settings");
    expect(await answer.json()).toEqual(DEFAULT_RECORDING_SETTINGS);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=60");
    expect(answer.headers.get("access-control-allow-origin")).toBe("https://shop.example");
  });

  it("can be changed by an editor, reach other instances, are recorded and can be reverted", async () => {
    const editor = await startConsole(server.stores, { role: "editor" });
    const before = (await editor.get("/recording")).json<RecordingResponse>();
    expect(before).toEqual({
      definition: DEFAULT_RECORDING_SETTINGS,
      revision: 0,
      updatedAt: null,
      updatedBy: null,
    });
    const saved = await editor.put("/recording", { revision: 0, definition: CHANGED });
    expect(saved.statusCode).toBe(200);
    expect(saved.json<RecordingResponse>()).toMatchObject({ definition: CHANGED, revision: 1 });
    await expect.poll(async () => (await ask("/v1/recording-settings")).json()).toEqual(CHANGED);
    const { changes } = (await editor.get("/changes?entity=recording")).json();
    expect(changes).toMatchObject([
      { action: "changed", before: DEFAULT_RECORDING_SETTINGS, after: CHANGED, isReversible: true },
    ]);
    const late = await editor.put("/recording", { revision: 0, definition: DEFAULT_RECORDING_SETTINGS });
    expect([late.statusCode, late.json().error.code]).toEqual([409, "conflict"]);
    expect((await editor.post(`/changes/${changes[0].id}/revert`, {})).statusCode).toBe(200);
    expect((await editor.get("/recording")).json<RecordingResponse>()).toMatchObject({
      definition: DEFAULT_RECORDING_SETTINGS,
      revision: 2,
    });
    await editor.put("/recording", { revision: 2, definition: CHANGED });
    await editor.app.close();
  });

  it("include the retention of recordings and the size of the page archive", async () => {
    const viewer = await startConsole(server.stores, { role: "viewer" });
    const { db } = server.stores.records;
    const readKept = async () => (await viewer.get("/recording/kept")).json<RecordingKeptResponse>();
    const before = await readKept();
    expect(before).toMatchObject({ retentionDays: 30, archive: { graceDays: 7, lastPruning: null } });
    const file = { mediaType: "image/png", body: Buffer.from("picture") };
    await createArchiveStore(db).keepFile("/kept.png", file, Date.now());
    await claimPruning(db, 1000, 0);
    expect((await readKept()).archive.lastPruning, "under way").toBeNull();
    await finishPruning(db, { files: 3, bytes: 5e9 }, 2000);
    expect((await readKept()).archive).toEqual({
      files: before.archive.files + 1,
      bytes: before.archive.bytes + 7,
      graceDays: 7,
      lastPruning: { at: 2000, files: 3, bytes: 5e9 },
    });
    await viewer.app.close();
  });

  it("have temporary rules, which expire after two days, and count the sessions that each recorded", async () => {
    const { eventStore, records } = server.stores;
    let now = Date.now();
    const recording = await startRecording({ records, now: () => now, log: pino({ level: "silent" }) });
    const { revision } = await readRecording(records.db, now);
    const condition = { kind: "source", source: "newsletter" } as const;
    const rule: RecordingRule = { ...condition, until: now + 9 * ONE_DAY };
    await recording.save({ revision, definition: { ...CHANGED, rules: [rule] } }, "owner@trellis.example");
    expect(recording.settings().rules).toEqual([{ ...condition, until: now + TARGETING_LIFETIME }]);

    const segment = (
      session_id: number,
      segment_index: number,
      change: { rule: string; received_at?: number },
    ) => segmentRow({ visitor_id: `v${session_id}`, session_id, segment_index, started: now, ...change });
    const matched = { rule: ruleId(rule), received_at: now };
    const rows = [
      segment(1, 0, matched),
      segment(1, 1, matched),
      segment(2, 0, matched),
      segment(3, 0, { ...matched, received_at: now - 3 * ONE_DAY }),
      segment(4, 0, { rule: "", received_at: now }),
    ];
    await eventStore.insert("replay_segments", rows, "matched");
    const viewer = await startConsole(server.stores, { role: "viewer" });
    expect((await viewer.get("/recording/matches")).json()).toEqual({
      matches: [{ rule: '["source","newsletter"]', sessions: 2 }],
    });
    await viewer.app.close();

    now += TARGETING_LIFETIME - 1;
    expect(recording.settings().rules).toHaveLength(1);
    now += 1;
    expect(recording.settings().rules).toEqual([]);
    expect((await readRecording(records.db, now)).definition.rules).toEqual([]);
    await recording.save({ revision: revision + 1, definition: CHANGED }, "owner@trellis.example");
    await recording.stop();
  });

  it("can be read but not changed by a viewer", async () => {
    const viewer = await startConsole(server.stores, { role: "viewer" });
    expect((await viewer.get("/recording")).statusCode).toBe(200);
    expect((await viewer.put("/recording", { revision: 1, definition: CHANGED })).statusCode).toBe(403);
    await viewer.app.close();
  });

  it.each([
    ["a rate beyond 100", { sampleRate: 101 }],
    ["no such level", { privacyLevel: "none" }],
    ["an empty selector", { blockSelectors: [""] }],
    ["a rule of no kind", { rules: [{ kind: "weather" }] }],
    ["a rule without an end in time", { rules: [{ kind: "source", source: "x", until: "never" }] }],
    ["a member that nobody reads", { colour: "red" }],
  ])("reject %s", async (_name, wrong) => {
    const editor = await startConsole(server.stores, { role: "editor" });
    const answer = await editor.put("/recording", { revision: 1, definition: { ...CHANGED, ...wrong } });
    expect(answer.statusCode).toBe(400);
    await editor.app.close();
  });

  it("are served to Datadog's and Amplitude's clients in their own formats", async () => {
    const answer = await ask("/v1/remote-configuration/marquee.json");
    expect(await answer.json()).toEqual({
      rum: {
        applicationId: "marquee",
        sessionSampleRate: 5,
        sessionReplaySampleRate: 50,
        defaultPrivacyLevel: "mask",
        trackUserInteractions: true,
        trackResources: true,
        trackLongTasks: true,
      },
    });
    const ofAmplitude = await ask("/v1/remote-configuration/local?config_group=browser");
    const { configs } = (await ofAmplitude.json()) as { configs: { sessionReplay: object } };
    expect(configs.sessionReplay).toMatchObject({
      sr_sampling_config: { capture_enabled: true, sample_rate: 0.125 },
      sr_privacy_config: { defaultMaskLevel: "conservative", blockSelector: [".secret"] },
      sr_interaction_config: {
        enabled: true,
        ugcFilterRules: [{ selector: "https://trellis.example/team/*", replacement: "/team" }],
      },
    });
    const unknown = await ask("/v1/remote-configuration/other.json");
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({
      success: false,
      message: expect.stringContaining("Use the application ID from the recording settings plus .json"),
    });
  });
});
