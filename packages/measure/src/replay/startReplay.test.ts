import {
  DEFAULT_RECORDING_SETTINGS,
  ERROR_EVENT,
  RECORDING_REQUEST,
  type SegmentEvent,
} from "@marquee/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isSampled } from "../sampling/recordingSettings.ts";
import { createFakeStore } from "../testing/fakes.ts";
import { createLoader } from "../transport/createLoader.ts";
import type { Admission, RecordingOptions } from "./startRecording.ts";
import { startReplay } from "./startReplay.ts";

const RATE = 50;
/** Session IDs in ascending order, inside and outside the sample. */
const ids = Array.from({ length: 200 }, (_, index) => 1_800_000_000_000 + index);
const sampled = ids.filter((id) => isSampled("replay", id, RATE));
const left = ids.filter((id) => !isSampled("replay", id, RATE));

class FakeInput {
  type = "text";
  isContentEditable = false;
  value: string;
  constructor(value: string) {
    this.value = value;
  }
}

/** Node's `EventTarget` removes a capturing listener only if `capture` is passed in an options object. */
class FakeWindow extends EventTarget {
  override removeEventListener(type: string, listener: EventListener, isCapturing?: boolean): void {
    super.removeEventListener(type, listener, { capture: isCapturing === true });
  }
}

beforeEach(() => {
  vi.stubGlobal("location", { pathname: "/" });
  const fakeDocument = {
    baseURI: "https://trellis.example/",
    querySelectorAll: () => [new FakeInput("shown")],
  };
  vi.stubGlobal("document", Object.assign(new EventTarget(), fakeDocument));
  vi.stubGlobal("window", new FakeWindow());
  vi.stubGlobal("HTMLElement", FakeInput);
  vi.stubGlobal("HTMLInputElement", FakeInput);
  vi.stubGlobal("HTMLTextAreaElement", class {});
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open(sessionId: number | undefined, changes: object = {}) {
  const page = { isAllowed: true };
  const log: string[] = [];
  const started: RecordingOptions[] = [];
  const note = (what: string) => () => void log.push(what);
  const startRecording = (options: RecordingOptions) => {
    started.push(options);
    log.push(`start ${options.admission.admission}`);
    return {
      mark: (tag: string, payload: Record<string, unknown>) => void log.push(`${tag} ${payload.name}`),
      describe: note("describe"),
      pageShown: note("page"),
      sessionBegun: ({ admission }: Admission) => void log.push(`session ${admission}`),
      stop: note("stop"),
      erase: async () => void log.push("erase"),
    };
  };
  const load = vi.fn(async () => ({ startRecording }));
  const replay = startReplay({
    settings: { ...DEFAULT_RECORDING_SETTINGS, sampleRate: RATE, ...changes },
    endpoint: "",
    writeKey: "key",
    deviceId: "device",
    sessionId: sessionId ?? 0,
    arrival: track("Arrived", sessionId),
    flags: { look: "red" },
    store: createFakeStore(),
    matchesKey: "matches",
    isAllowed: () => page.isAllowed,
    loader: createLoader(load, () => undefined),
  });
  const settled = () => vi.waitFor(() => expect(log.length).toBeGreaterThan(0));
  return { replay, log, load, page, started, settled };
}

function enter(text: string): void {
  const event = new Event("input");
  vi.spyOn(event, "composedPath").mockReturnValue([new FakeInput(text) as unknown as EventTarget]);
  window.dispatchEvent(event);
}

const track = (name: string, sessionId: number | undefined): SegmentEvent => ({
  type: "track",
  event: name,
  messageId: "id",
  timestamp: "",
  properties: { note: "what somebody wrote" },
  context: { sessionId },
});

it("loads nothing for a session that neither the sample nor a rule selects", async () => {
  const { replay, load } = open(left[0]);
  replay.see(track("Sign up", left[0]));
  replay.pageShown();
  replay.stop();
  await Promise.resolve();
  expect(load).not.toHaveBeenCalled();
});

it("loads nothing while capture is off", async () => {
  const rules = [{ kind: "event", name: "Sign up" }];
  const { replay, load } = open(sampled[0], { isCaptureEnabled: false, sampleRate: 100, rules });
  replay.see(track("Sign up", sampled[0]));
  expect(load).not.toHaveBeenCalled();
});

it("records a sampled session and marks events by name, without their properties", async () => {
  const { replay, log, settled } = open(sampled[0]);
  await settled();
  replay.see(track("Sign up", sampled[0]));
  replay.see(track(ERROR_EVENT, sampled[0]));
  vi.stubGlobal("location", { pathname: "/pricing" });
  replay.pageShown();
  replay.pageShown();
  for (let i = 0; i < 8; i++) replay.see(track("x", sampled[0]));
  const names = ["start sample", "event Sign up", `error ${ERROR_EVENT}`, "page"];
  expect(log).toEqual([...names, ...Array.from({ length: 8 }, () => "event x"), "describe"]);
  replay.stop();
  expect(log.at(-1)).toBe("stop");
});

it("records on the page's request, in sessions of the RUM replay sample", async () => {
  const opened = open(left[0], { monitoringReplaySampleRate: 100 });
  document.dispatchEvent(new Event(RECORDING_REQUEST));
  document.dispatchEvent(new Event(RECORDING_REQUEST));
  await opened.settled();
  expect(opened.log).toEqual(["start manual"]);
  opened.replay.stop();
  for (const changes of [{ monitoringReplaySampleRate: 0 }, { isCaptureEnabled: false }]) {
    const { load } = open(left[0], { monitoringReplaySampleRate: 100, ...changes });
    document.dispatchEvent(new Event(RECORDING_REQUEST));
    expect(load).not.toHaveBeenCalled();
  }
});

it("starts recording at the first rule match", async () => {
  const rules = [
    { kind: "flag", key: "look", value: '"blue"' },
    { kind: "event", name: "Sign up" },
  ];
  const { replay, log, started, settled } = open(left[0], { rules });
  replay.see(track("Other", left[0]));
  replay.see(track("Sign up", left[0]));
  await settled();
  expect(log).toEqual(["start targeting"]);
  expect(started[0]?.admission.rule).toBe('["event","Sign up"]');
});

it("passes on values typed before a rule matched and until the recording stops", async () => {
  const { replay, started, settled } = open(left[0], { rules: [{ kind: "event", name: "Lead sent" }] });
  enter("before the match");
  replay.see(track("Lead sent", left[0]));
  await settled();
  const texts = () => started[0]?.entries.texts();
  expect(texts()).toEqual(expect.arrayContaining(["shown", "before the match"]));
  enter("while it goes on");
  replay.stop();
  enter("after its end");
  expect(texts()).toContain("while it goes on");
  expect(texts()).not.toContain("after its end");
});

it("reads no fields if nothing can be recorded", () => {
  const look = vi.spyOn(document, "querySelectorAll");
  const rules = [{ kind: "event", name: "Sign up" }];
  open(left[0], { isCaptureEnabled: false, rules });
  open(left[0], { sampleRate: 0, monitoringReplaySampleRate: 0 });
  expect(look).not.toHaveBeenCalled();
  open(left[0], { sampleRate: 0, monitoringReplaySampleRate: 0, rules });
  expect(look).toHaveBeenCalled();
});

it("decides again for a newer session and ignores an older one", async () => {
  const { replay, log, started, settled } = open(sampled[0]);
  await settled();
  replay.see(track("a", sampled[1]));
  replay.see(track("b", sampled[0]));
  const next = left.find((id) => id > Number(sampled[1]));
  replay.see(track("c", next));
  replay.see(track("d", next));
  expect(log).toEqual(["start sample", "session sample", "event a", "event b", "stop"]);
  expect(started[0]?.sessionId()).toBe(next);
});

it("deletes the recording if the visitor has withdrawn consent", async () => {
  const { replay, log, page, settled } = open(sampled[0]);
  await settled();
  page.isAllowed = false;
  replay.stop();
  replay.see(track("a", sampled[0]));
  expect(log).toEqual(["start sample", "erase"]);
});

it("starts nothing if it is stopped while the code loads", async () => {
  const { replay, log, load } = open(sampled[0]);
  replay.stop();
  await load.mock.results[0]?.value;
  await Promise.resolve();
  expect(log).toEqual([]);
});

it("ignores a recording that has ended on its own", async () => {
  const { replay, log, started, settled } = open(sampled[0]);
  await settled();
  started[0]?.onEnded();
  replay.see(track("a", sampled[1]));
  replay.pageShown();
  expect(log).toEqual(["start sample"]);
});
