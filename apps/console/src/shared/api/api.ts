import type {
  AuditAnswer,
  AuditQuery,
  ChangeQuery,
  ChangesAnswer,
  Code,
  Confirmation,
  ConsentAnswer,
  ConsoleErrorBody,
  DeletionRequest,
  EditablePagesAnswer,
  ErrorDetailsAnswer,
  ErrorsAnswer,
  ErrorsQuery,
  EventAnswer,
  EventSearch,
  EventSearchAnswer,
  ExperimentAnswer,
  ExperimentChange,
  ExperimentStep,
  ExperimentsAnswer,
  FlagChange,
  FlagState,
  FlagsAnswer,
  FlagTrial,
  FlagTrialAnswer,
  HeatmapAnswer,
  HeatmapPagesAnswer,
  HeatmapPagesQuery,
  HeatmapQuery,
  Invitation,
  InvitationAnswer,
  Join,
  LiveAnswer,
  MonitoredAction,
  MonitoredActionsQuery,
  MonitoredAnswer,
  MonitoredErrorAnswer,
  MonitoredErrorGroup,
  MonitoredErrorsQuery,
  MonitoredList,
  MonitoredQuery,
  MonitoredResource,
  MonitoredResourcesQuery,
  MonitoredView,
  MonitoredViewAnswer,
  MonitoredViewsQuery,
  OpenInvitation,
  OverviewAnswer,
  OverviewQuery,
  PageTextAnswer,
  PasskeyRemoval,
  PasskeyRename,
  PasswordChange,
  PeopleAnswer,
  PersonAnswer,
  QualityAnswer,
  ReceiptSearch,
  ReceiptSearchAnswer,
  RecordingAnswer,
  RecordingChange,
  RecordingKeptAnswer,
  RecoveryCodesAnswer,
  ReplayAccess,
  ReplayAnswer,
  ReplaySearch,
  ReplaysAnswer,
  ResultsAnswer,
  ResultsQuery,
  RightsAnswer,
  Role,
  SessionAnswer,
  SessionsAnswer,
  SpeedAnswer,
  SpeedQuery,
  SpoolAnswer,
  TotpEnrollment,
  TwoFactorAnswer,
} from "@marquee/contract/schema";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/browser";

const API = "/console/api";

/** What the server refused, in its own words, which are meant to be shown. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  /** Names the reason; empty where the answer was none of the API's. */
  readonly code: string;

  constructor(status: number, message: string, code = "") {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The console's API. Every call rejects with an {@link ApiError}, or a TypeError when there is no connection. */
export const api = {
  session: () => get<SessionAnswer>("/session"),
  setUp: (body: { token: string; email: string; password: string }) => change<SessionAnswer>("/setup", body),
  signIn: (body: { email: string; password: string }) => change<SessionAnswer>("/sign-in", body),
  /** The second step, by a code of an authenticator app or a recovery code. */
  signInWithCode: (body: Code) => change<SessionAnswer>("/sign-in/code", body),
  passkeyOptions: (step: PasskeyStep) =>
    change<PublicKeyCredentialRequestOptionsJSON>(`${PASSKEY_PATHS[step]}/options`, {}),
  signInWithPasskey: (step: PasskeyStep, response: AuthenticationResponseJSON) =>
    change<SessionAnswer>(PASSKEY_PATHS[step], { response }),
  twoFactor: () => get<TwoFactorAnswer>("/account/two-factor"),
  startTotp: (body: Confirmation) => change<TotpEnrollment>("/account/two-factor/totp", body),
  confirmTotp: (body: Code) => change<RecoveryCodesAnswer>("/account/two-factor/totp/confirm", body),
  removeTotp: (body: Confirmation) => change<object>("/account/two-factor/totp/remove", body),
  replaceRecoveryCodes: (body: Confirmation) =>
    change<RecoveryCodesAnswer>("/account/two-factor/recovery-codes", body),
  newPasskeyOptions: (body: Confirmation) =>
    change<PublicKeyCredentialCreationOptionsJSON>("/account/passkeys/options", body),
  addPasskey: (body: { name: string; response: RegistrationResponseJSON }) =>
    change<RecoveryCodesAnswer>("/account/passkeys", body),
  renamePasskey: (body: PasskeyRename) => change<object>("/account/passkeys/rename", body),
  removePasskey: (body: PasskeyRemoval) => change<object>("/account/passkeys/remove", body),
  signOut: () => change<SessionAnswer>("/sign-out", {}),
  changePassword: (body: PasswordChange) => change<object>("/account/password", body),
  sessions: () => get<SessionsAnswer>("/account/sessions"),
  endSession: (id: string) => change<object>(`/account/sessions/${encodeURIComponent(id)}/end`, {}),
  endAllSessions: () => change<SessionAnswer>("/account/sessions/end", {}),
  overview: (query: OverviewQuery) => get<OverviewAnswer>("/overview", query),
  live: () => get<LiveAnswer>("/live"),
  events: (query: EventSearch) => get<EventSearchAnswer>("/events", query),
  event: (messageId: string) => get<EventAnswer>(`/events/${encodeURIComponent(messageId)}`),
  speed: (query: SpeedQuery) => get<SpeedAnswer>("/speed", query),
  errors: (query: ErrorsQuery) => get<ErrorsAnswer>("/errors", query),
  error: (fingerprint: string, query: OverviewQuery) =>
    get<ErrorDetailsAnswer>(`/errors/${encodeURIComponent(fingerprint)}`, query),
  monitored: (query: MonitoredQuery) => get<MonitoredAnswer>("/monitoring", query),
  monitoredViews: (query: MonitoredViewsQuery) =>
    get<MonitoredList<MonitoredView>>("/monitoring/views", query),
  monitoredView: (query: MonitoredErrorsQuery) => get<MonitoredViewAnswer>("/monitoring/view", query),
  monitoredErrors: (query: MonitoredErrorsQuery) =>
    get<MonitoredList<MonitoredErrorGroup>>("/monitoring/errors", query),
  monitoredError: (fingerprint: string, query: MonitoredQuery) =>
    get<MonitoredErrorAnswer>(`/monitoring/errors/${encodeURIComponent(fingerprint)}`, query),
  monitoredResources: (query: MonitoredResourcesQuery) =>
    get<MonitoredList<MonitoredResource>>("/monitoring/resources", query),
  monitoredActions: (query: MonitoredActionsQuery) =>
    get<MonitoredList<MonitoredAction>>("/monitoring/actions", query),
  heatmapPages: (query: HeatmapPagesQuery) => get<HeatmapPagesAnswer>("/heatmaps/pages", query),
  heatmap: (query: HeatmapQuery) => get<HeatmapAnswer>("/heatmaps", query),
  replays: (query: ReplaySearch) => get<ReplaysAnswer>("/replays", query),
  replay: (id: string) => get<ReplayAnswer>(`/replays/${encodeURIComponent(id)}`),
  /** The JSON of a segment's events, unparsed. */
  replaySegment: async (id: string, segment: string, signal: AbortSignal) =>
    (await send(`${segmentsPath(id)}/${encodeURIComponent(segment)}`, { signal })).arrayBuffer(),
  /** Several as they are stored; `unpackSegments` takes them apart. */
  replaySegments: async (id: string, segments: readonly string[], signal: AbortSignal) => {
    const query = new URLSearchParams(segments.map((segment) => ["id", segment]));
    return (await send(`${segmentsPath(id)}?${query}`, { signal })).arrayBuffer();
  },
  setReplayAccess: (body: ReplayAccess) => put<ReplayAccess>("/replays/access", body),
  deleteReplay: (id: string) => change<object>(`/replays/${encodeURIComponent(id)}/delete`, {}),
  recording: () => get<RecordingAnswer>("/recording"),
  recordingKept: () => get<RecordingKeptAnswer>("/recording/kept"),
  saveRecording: (body: RecordingChange) => put<RecordingAnswer>("/recording", body),
  quality: (query: OverviewQuery) => get<QualityAnswer>("/quality", query),
  spool: () => get<SpoolAnswer>("/quality/spool"),
  consent: (query: OverviewQuery) => get<ConsentAnswer>("/consent", query),
  receipts: (query: ReceiptSearch) => get<ReceiptSearchAnswer>("/consent/receipts", query),
  rights: () => get<RightsAnswer>("/rights"),
  audit: (query: AuditQuery) => get<AuditAnswer>("/rights/audit", query),
  person: (id: string) => get<PersonAnswer>("/rights/person", { id }),
  exportPerson: async (id: string) => (await send("/rights/export", post({ id }))).blob(),
  deletePerson: (body: DeletionRequest) => change<object>("/rights/deletion", body),
  flags: () => get<FlagsAnswer>("/flags"),
  flag: (key: string) => get<FlagState>(`/flags/${encodeURIComponent(key)}`),
  saveFlag: (body: FlagChange) => put<FlagState>(`/flags/${encodeURIComponent(body.definition.key)}`, body),
  tryFlag: (key: string, body: FlagTrial) =>
    change<FlagTrialAnswer>(`/flags/${encodeURIComponent(key)}/trial`, body),
  experiments: () => get<ExperimentsAnswer>("/experiments"),
  experiment: (key: string) => get<ExperimentAnswer>(experimentPath(key)),
  saveExperiment: (body: ExperimentChange) =>
    put<ExperimentAnswer>(experimentPath(body.definition.key), body),
  stepExperiment: (key: string, step: "start" | "stop" | "ship", body: ExperimentStep) =>
    change<ExperimentAnswer>(`${experimentPath(key)}/${step}`, body),
  results: (key: string, query: ResultsQuery) => get<ResultsAnswer>(`${experimentPath(key)}/results`, query),
  pageTexts: () => get<EditablePagesAnswer>("/page-texts"),
  pageText: (page: string) => get<PageTextAnswer>(`/page-texts/${encodeURIComponent(page)}`),
  changes: (query: ChangeQuery) => get<ChangesAnswer>("/changes", query),
  revertChange: (id: number) => change<object>(`/changes/${id}/revert`, {}),
  people: () => get<PeopleAnswer>("/people"),
  invite: (body: Invitation) => change<InvitationAnswer>("/people/invitations", body),
  withdrawInvitation: (id: string) =>
    change<object>(`/people/invitations/${encodeURIComponent(id)}/withdraw`, {}),
  changeRole: (id: string, role: Role) => change<object>(`/people/${encodeURIComponent(id)}/role`, { role }),
  resetTwoFactor: (id: string) => change<object>(`/people/${encodeURIComponent(id)}/reset-two-factor`, {}),
  removePerson: (id: string) => change<object>(`/people/${encodeURIComponent(id)}/remove`, {}),
  openInvitation: (token: string) => change<OpenInvitation>("/invitation", { token }),
  join: (body: Join) => change<SessionAnswer>("/join", body),
};

export const LIVE_STREAM = `${API}/live/stream`;

/** Whether a passkey signs in alone or follows a password. */
export type PasskeyStep = "alone" | "second";

const PASSKEY_PATHS: Record<PasskeyStep, string> = {
  alone: "/sign-in/passkey",
  second: "/sign-in/second-passkey",
};

const experimentPath = (key: string) => `/experiments/${encodeURIComponent(key)}`;

const segmentsPath = (id: string) => `/replays/${encodeURIComponent(id)}/segments`;

type Query = Record<string, string | number | undefined>;

/** Parameters without a value are left out. */
async function get<Answer>(path: string, query: Query = {}): Promise<Answer> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const params = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  const response = await send(params.size > 0 ? `${path}?${params}` : path, {});
  return (await response.json()) as Answer;
}

async function change<Answer>(path: string, body: unknown): Promise<Answer> {
  return (await (await send(path, post(body))).json()) as Answer;
}

async function put<Answer>(path: string, body: unknown): Promise<Answer> {
  return (await (await send(path, { ...post(body), method: "PUT" })).json()) as Answer;
}

function post(body: unknown): RequestInit {
  const headers = { "content-type": "application/json" };
  return { method: "POST", headers, body: JSON.stringify(body) };
}

async function send(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(API + path, init);
  if (response.ok) return response;
  const body = (await response.json().catch(() => null)) as ConsoleErrorBody | null;
  throw new ApiError(
    response.status,
    body?.error.message ?? `The server answered ${response.status}.`,
    body?.error.code,
  );
}
