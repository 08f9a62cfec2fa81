import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import Type, { type Static, type TSchema } from "typebox";
import {
  CredentialsSchema,
  type LiveAnswer,
  type OverviewAnswer,
  OverviewQuerySchema,
  PasswordChangeSchema,
  type SessionAnswer,
  type SessionsAnswer,
  SetupSchema,
} from "./accounts.ts";
import { type PageVersionsAnswer, PageVersionsQuerySchema } from "./archive.ts";
import { type ConsentAnswer, type ReceiptSearchAnswer, ReceiptSearchSchema } from "./consentReport.ts";
import { type EventAnswer, type EventSearchAnswer, EventSearchSchema } from "./eventSearch.ts";
import {
  type EditablePagesAnswer,
  type ExperimentAnswer,
  ExperimentChangeSchema,
  ExperimentStepSchema,
  type ExperimentsAnswer,
  type PageTextAnswer,
  type ResultsAnswer,
  ResultsQuerySchema,
} from "./experiments.ts";
import {
  ChangeQuerySchema,
  type ChangesAnswer,
  FlagChangeSchema,
  type FlagState,
  type FlagsAnswer,
  type FlagTrialAnswer,
  FlagTrialSchema,
} from "./flags.ts";
import {
  type HeatmapAnswer,
  type HeatmapPagesAnswer,
  HeatmapPagesQuerySchema,
  HeatmapQuerySchema,
} from "./heatmaps.ts";
import {
  type InvitationAnswer,
  InvitationSchema,
  InvitationTokenSchema,
  JoinSchema,
  type OpenInvitation,
  type PeopleAnswer,
  RoleChangeSchema,
} from "./people.ts";
import {
  type AuditAnswer,
  AuditQuerySchema,
  DeletionSchema,
  type PersonAnswer,
  PersonQuerySchema,
  type RightsAnswer,
} from "./privacyRequests.ts";
import type { QualityAnswer, SpoolAnswer } from "./quality.ts";
import {
  type RecordingAnswer,
  RecordingChangeSchema,
  type RecordingKeptAnswer,
} from "./recordingSettings.ts";
import {
  type ReplayAccess,
  ReplayAccessSchema,
  type ReplayAnswer,
  ReplaySearchSchema,
  type ReplaysAnswer,
  SegmentsQuerySchema,
} from "./replays.ts";
import {
  type MonitoredAction,
  MonitoredActionsQuerySchema,
  type MonitoredAnswer,
  type MonitoredErrorAnswer,
  type MonitoredErrorGroup,
  MonitoredErrorsQuerySchema,
  type MonitoredList,
  MonitoredQuerySchema,
  type MonitoredResource,
  MonitoredResourcesQuerySchema,
  type MonitoredView,
  type MonitoredViewAnswer,
  MonitoredViewsQuerySchema,
} from "./rum.ts";
import {
  CodeSchema,
  ConfirmationSchema,
  NewPasskeySchema,
  PasskeyProofSchema,
  PasskeyRemovalSchema,
  PasskeyRenameSchema,
  type RecoveryCodesAnswer,
  type TotpEnrollment,
  type TwoFactorAnswer,
} from "./twoFactor.ts";
import {
  type ErrorDetailsAnswer,
  type ErrorsAnswer,
  ErrorsQuerySchema,
  type SpeedAnswer,
  SpeedQuerySchema,
} from "./webVitals.ts";

/** Carries the type of a response. The server does not validate what it sends itself. */
const response = <Body>() => Type.Unsafe<Body>({});
/** The request changed something; there is nothing to say about it. */
const DONE = response<Record<string, never>>();
/** Not JSON: a download, or bytes of a recording. */
const BINARY = response<Blob>();
const CONFIRMED = { body: ConfirmationSchema };

/**
 * Every route of the console's API, below `/console/api`. The server's handlers (`addRoute`) and the console's client (`request`) are typed from
 * this table; the console imports its type alone, so no schema reaches the browser.
 */
export const CONSOLE_API = {
  "GET /session": { response: response<SessionAnswer>() },
  "POST /setup": { body: SetupSchema, response: response<SessionAnswer>() },
  "POST /sign-in": { body: CredentialsSchema, response: response<SessionAnswer>() },
  "POST /sign-in/code": { body: CodeSchema, response: response<SessionAnswer>() },
  "POST /sign-in/passkey": { body: PasskeyProofSchema, response: response<SessionAnswer>() },
  "POST /sign-in/passkey/options": { response: response<PublicKeyCredentialRequestOptionsJSON>() },
  "POST /sign-in/second-passkey": { body: PasskeyProofSchema, response: response<SessionAnswer>() },
  "POST /sign-in/second-passkey/options": { response: response<PublicKeyCredentialRequestOptionsJSON>() },
  "POST /sign-out": { response: response<SessionAnswer>() },
  "POST /invitation": { body: InvitationTokenSchema, response: response<OpenInvitation>() },
  "POST /join": { body: JoinSchema, response: response<SessionAnswer>() },

  "POST /account/password": { body: PasswordChangeSchema, response: DONE },
  "GET /account/sessions": { response: response<SessionsAnswer>() },
  "POST /account/sessions/end": { response: response<SessionAnswer>() },
  "POST /account/sessions/:id/end": { response: DONE },
  "GET /account/two-factor": { response: response<TwoFactorAnswer>() },
  "POST /account/two-factor/recovery-codes": {
    ...CONFIRMED,
    response: response<RecoveryCodesAnswer>(),
  },
  "POST /account/two-factor/totp": { ...CONFIRMED, response: response<TotpEnrollment>() },
  "POST /account/two-factor/totp/confirm": { body: CodeSchema, response: response<RecoveryCodesAnswer>() },
  "POST /account/two-factor/totp/remove": { ...CONFIRMED, response: DONE },
  "POST /account/passkeys": { body: NewPasskeySchema, response: response<RecoveryCodesAnswer>() },
  "POST /account/passkeys/options": {
    ...CONFIRMED,
    response: response<PublicKeyCredentialCreationOptionsJSON>(),
  },
  "POST /account/passkeys/rename": { body: PasskeyRenameSchema, response: DONE },
  "POST /account/passkeys/remove": { body: PasskeyRemovalSchema, response: DONE },

  "GET /overview": { query: OverviewQuerySchema, response: response<OverviewAnswer>() },
  "GET /live": { response: response<LiveAnswer>() },
  "GET /live/stream": { response: BINARY },
  "GET /events": { query: EventSearchSchema, response: response<EventSearchAnswer>() },
  "GET /events/:messageId": { response: response<EventAnswer>() },
  "GET /quality": { query: OverviewQuerySchema, response: response<QualityAnswer>() },
  "GET /quality/spool": { response: response<SpoolAnswer>() },

  "GET /speed": { query: SpeedQuerySchema, response: response<SpeedAnswer>() },
  "GET /errors": { query: ErrorsQuerySchema, response: response<ErrorsAnswer>() },
  "GET /errors/:fingerprint": { query: OverviewQuerySchema, response: response<ErrorDetailsAnswer>() },
  "GET /monitoring": { query: MonitoredQuerySchema, response: response<MonitoredAnswer>() },
  "GET /monitoring/views": {
    query: MonitoredViewsQuerySchema,
    response: response<MonitoredList<MonitoredView>>(),
  },
  "GET /monitoring/view": { query: MonitoredErrorsQuerySchema, response: response<MonitoredViewAnswer>() },
  "GET /monitoring/resources": {
    query: MonitoredResourcesQuerySchema,
    response: response<MonitoredList<MonitoredResource>>(),
  },
  "GET /monitoring/actions": {
    query: MonitoredActionsQuerySchema,
    response: response<MonitoredList<MonitoredAction>>(),
  },
  "GET /monitoring/errors": {
    query: MonitoredErrorsQuerySchema,
    response: response<MonitoredList<MonitoredErrorGroup>>(),
  },
  "GET /monitoring/errors/:fingerprint": {
    query: MonitoredQuerySchema,
    response: response<MonitoredErrorAnswer>(),
  },

  "GET /heatmaps": { query: HeatmapQuerySchema, response: response<HeatmapAnswer>() },
  "GET /heatmaps/pages": { query: HeatmapPagesQuerySchema, response: response<HeatmapPagesAnswer>() },
  "GET /page-versions": { query: PageVersionsQuerySchema, response: response<PageVersionsAnswer>() },
  "GET /replays": { query: ReplaySearchSchema, response: response<ReplaysAnswer>() },
  "PUT /replays/access": { body: ReplayAccessSchema, response: response<ReplayAccess>() },
  "GET /replays/:id": { response: response<ReplayAnswer>() },
  "GET /replays/:id/segments": { query: SegmentsQuerySchema, response: BINARY },
  "GET /replays/:id/segments/:segment": { response: BINARY },
  "POST /replays/:id/delete": { response: DONE },
  "GET /recording": { response: response<RecordingAnswer>() },
  "PUT /recording": { body: RecordingChangeSchema, response: response<RecordingAnswer>() },
  "GET /recording/kept": { response: response<RecordingKeptAnswer>() },

  "GET /flags": { response: response<FlagsAnswer>() },
  "GET /flags/:key": { response: response<FlagState>() },
  "PUT /flags/:key": { body: FlagChangeSchema, response: response<FlagState>() },
  "POST /flags/:key/trial": { body: FlagTrialSchema, response: response<FlagTrialAnswer>() },
  "GET /experiments": { response: response<ExperimentsAnswer>() },
  "GET /experiments/:key": { response: response<ExperimentAnswer>() },
  "PUT /experiments/:key": { body: ExperimentChangeSchema, response: response<ExperimentAnswer>() },
  "GET /experiments/:key/results": { query: ResultsQuerySchema, response: response<ResultsAnswer>() },
  "POST /experiments/:key/start": { body: ExperimentStepSchema, response: response<ExperimentAnswer>() },
  "POST /experiments/:key/stop": { body: ExperimentStepSchema, response: response<ExperimentAnswer>() },
  "POST /experiments/:key/ship": { body: ExperimentStepSchema, response: response<ExperimentAnswer>() },
  "GET /page-texts": { response: response<EditablePagesAnswer>() },
  "GET /page-texts/:page": { response: response<PageTextAnswer>() },
  "GET /changes": { query: ChangeQuerySchema, response: response<ChangesAnswer>() },
  "POST /changes/:id/revert": { response: DONE },

  "GET /consent": { query: OverviewQuerySchema, response: response<ConsentAnswer>() },
  "GET /consent/receipts": { query: ReceiptSearchSchema, response: response<ReceiptSearchAnswer>() },
  "GET /rights": { response: response<RightsAnswer>() },
  "GET /rights/audit": { query: AuditQuerySchema, response: response<AuditAnswer>() },
  "GET /rights/person": { query: PersonQuerySchema, response: response<PersonAnswer>() },
  "POST /rights/export": { body: PersonQuerySchema, response: BINARY },
  "POST /rights/deletion": { body: DeletionSchema, response: DONE },
  "GET /people": { response: response<PeopleAnswer>() },
  "POST /people/invitations": { body: InvitationSchema, response: response<InvitationAnswer>() },
  "POST /people/invitations/:id/withdraw": { response: DONE },
  "POST /people/:id/role": { body: RoleChangeSchema, response: DONE },
  "POST /people/:id/reset-two-factor": { response: DONE },
  "POST /people/:id/remove": { response: DONE },
} as const satisfies Record<`${"GET" | "POST" | "PUT"} /${string}`, RouteSchemas>;

export interface RouteSchemas {
  query?: TSchema;
  body?: TSchema;
  response: TSchema;
}

/** Method and path, such as `GET /flags/:key`. */
export type ConsoleRoute = keyof typeof CONSOLE_API;

/** What a route takes and returns. Parts that it does not take are `undefined`. */
export interface ConsoleRouteTypes<Route extends ConsoleRoute> {
  params: PathParams<Route>;
  query: SchemaOf<Route, "query">;
  body: SchemaOf<Route, "body">;
  response: SchemaOf<Route, "response">;
}

type SchemaOf<
  Route extends ConsoleRoute,
  Part extends keyof RouteSchemas,
> = (typeof CONSOLE_API)[Route] extends {
  [Key in Part]: infer Schema extends TSchema;
}
  ? Static<Schema>
  : undefined;

type PathParams<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? { [Key in Name]: string } & (PathParams<`/${Rest}`> extends infer More extends object ? More : unknown)
  : Path extends `${string}/:${infer Name}`
    ? { [Key in Name]: string }
    : undefined;
