import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import Type, { type Static, type TSchema } from "typebox";
import type { DiskState } from "../../disk.ts";
import type { QueryResponse } from "../../questions/query.ts";
import { QuerySchema } from "../questions.ts";
import {
  CredentialsSchema,
  type CurrentVisitorsResponse,
  NewPasswordSchema,
  type NoticesResponse,
  type OverviewNotes,
  PasswordChangeSchema,
  type PasswordResetResponse,
  PasswordResetSchema,
  type SessionResponse,
  type SessionsResponse,
  SetupSchema,
} from "./accounts.ts";
import {
  AdCostsQuerySchema,
  type AdCostsResponse,
  CostFileSchema,
  type CostImport,
  type CostPreview,
} from "./adCosts.ts";
import {
  type AlarmCountResponse,
  AlarmsQuerySchema,
  type AlarmsResponse,
  AlertChangeSchema,
  type AlertPreviewResponse,
  type AlertState,
  type AlertsResponse,
  type AlertTestResponse,
  DigestChangeSchema,
  type DigestState,
  NewAlertSchema,
  SnoozeSchema,
} from "./alerts.ts";
import { type ApiKeysResponse, type NewApiKeyResponse, NewApiKeySchema } from "./apiKeys.ts";
import { type AttributionResponse, AttributionSchema } from "./attribution.ts";
import {
  type CampaignLink,
  CampaignLinkChangeSchema,
  type CampaignLinksResponse,
  NewCampaignLinkSchema,
} from "./campaignLinks.ts";
import { type ChangeReport, ChangeReportSchema } from "./changeReport.ts";
import {
  ConnectionChangeSchema,
  ConnectionDraftSchema,
  type ConnectionsResponse,
  type ConnectionTestResponse,
  DisconnectionSchema,
} from "./connections.ts";
import { type ConsentResponse, type ReceiptSearchResponse, ReceiptSearchSchema } from "./consentReport.ts";
import { DateRangeSchema, OverviewQuerySchema } from "./dateRange.ts";
import {
  ErrorChangeSchema,
  ErrorDetailsQuerySchema,
  type ErrorDetailsResponse,
  type ErrorStatus,
  ErrorsQuerySchema,
  type ErrorsResponse,
} from "./errors.ts";
import {
  EventCountsSchema,
  type EventNamesResponse,
  type EventResponse,
  type EventSearchResponse,
  EventSearchSchema,
  type EventSeriesResponse,
  EventSeriesSchema,
  LiveQuerySchema,
  type LiveResponse,
  type PropertyCountsResponse,
} from "./eventSearch.ts";
import {
  type EditablePagesResponse,
  type EstimateResponse,
  EstimateSchema,
  ExperimentChangeSchema,
  type ExperimentResponse,
  ExperimentStepSchema,
  type ExperimentsResponse,
  ResultsQuerySchema,
  type ResultsResponse,
  ShippingQuerySchema,
  type ShippingResponse,
} from "./experiments.ts";
import { type FigureRows, FigureRowsSchema } from "./figureRows.ts";
import {
  ChangeQuerySchema,
  type ChangesResponse,
  FlagChangeSchema,
  type FlagState,
  type FlagsResponse,
  type FlagTestResponse,
  FlagTestSchema,
} from "./flags.ts";
import {
  FunnelChangeSchema,
  type FunnelDropOff,
  FunnelDropOffSchema,
  FunnelQuerySchema,
  type FunnelResponse,
  type FunnelState,
  type FunnelsResponse,
  NewFunnelSchema,
} from "./funnels.ts";
import {
  EventPropertiesQuerySchema,
  type EventPropertiesResponse,
  GoalChangeSchema,
  type GoalChoicesResponse,
  type GoalFigures,
  GoalPreviewSchema,
  type GoalReportsResponse,
  type GoalState,
  type GoalsResponse,
  NewGoalSchema,
} from "./goals.ts";
import {
  HeatmapPagesQuerySchema,
  type HeatmapPagesResponse,
  HeatmapQuerySchema,
  type HeatmapResponse,
  SectionsQuerySchema,
  type SectionsResponse,
} from "./heatmaps.ts";
import {
  type HistoryImport,
  ImportFileSchema,
  type ImportPreview,
  ImportQuerySchema,
  type ImportsResponse,
} from "./imports.ts";
import type { InstallResponse } from "./install.ts";
import type { JourneyResponse } from "./journeys.ts";
import {
  LeadChangeSchema,
  LeadNoteSchema,
  LeadNoteStateSchema,
  LeadReadSchema,
  type LeadResponse,
  LeadSearchSchema,
  type LeadsResponse,
  SendAgainSchema,
  type UnreadLeadsResponse,
} from "./leads.ts";
import { NewNoteSchema, type Note, NoteChangeSchema, type NotesResponse } from "./notes.ts";
import { PathsQuerySchema, type PathsResponse } from "./paths.ts";
import {
  type InvitationResponse,
  InvitationSchema,
  InvitationTokenSchema,
  JoinSchema,
  type OpenInvitation,
  type PeopleResponse,
  RoleChangeSchema,
} from "./people.ts";
import {
  type NewPreviewLinkResponse,
  NewPreviewLinkSchema,
  NewPreviewSchema,
  type PreviewLinksResponse,
  type PreviewResponse,
} from "./preview.ts";
import {
  AuditQuerySchema,
  type AuditResponse,
  DeletionSchema,
  PersonQuerySchema,
  type PersonResponse,
  type PrivacyResponse,
} from "./privacyRequests.ts";
import {
  ProfileQuerySchema,
  type ProfileResponse,
  ProfileSearchSchema,
  type ProfilesResponse,
} from "./profiles.ts";
import {
  ContentItemQuerySchema,
  type ContentItemResponse,
  type ContentResponse,
  type ContentSearchResponse,
  ContentSearchSchema,
  type Draft,
  DraftChangeSchema,
  type DraftField,
  DraftFieldSchema,
  DraftFieldStepSchema,
  type ImagesResponse,
  type ImageUploadResponse,
  ImageUploadSchema,
  NewDraftSchema,
  type PageStepResponse,
  PageStepSchema,
  type PublicationResponse,
  PublicationSchema,
  type RedirectsResponse,
  RestoreSchema,
  type RevisionResponse,
  RevisionsQuerySchema,
  type RevisionsResponse,
  ScheduleChangeSchema,
} from "./publishing.ts";
import type { QualityResponse, SpoolResponse } from "./quality.ts";
import {
  RecordingChangeSchema,
  type RecordingKeptResponse,
  type RecordingResponse,
  type RuleMatchesResponse,
} from "./recordingSettings.ts";
import {
  PageVersionsQuerySchema,
  type PageVersionsResponse,
  type ReplayAccess,
  ReplayAccessSchema,
  type ReplayResponse,
  ReplaySearchSchema,
  type ReplaysResponse,
  SegmentsQuerySchema,
} from "./replays.ts";
import {
  type CardAnswer,
  CardQuerySchema,
  NewReportSchema,
  type NewShareResponse,
  NewShareSchema,
  ReportChangeSchema,
  type ReportState,
  type ReportsResponse,
  type ScheduleResponse,
  ScheduleSchema,
  type ScheduleTestResponse,
  type SharesResponse,
} from "./reports.ts";
import { RetentionQuerySchema, type RetentionResponse } from "./retention.ts";
import { SearchQuerySchema, type SearchResponse } from "./search.ts";
import { SecurityLogQuerySchema, type SecurityLogResponse } from "./securityLog.ts";
import {
  NewSegmentSchema,
  type SavedSegment,
  SegmentChangeSchema,
  type SegmentsResponse,
} from "./segments.ts";
import { type Counting, CountingSchema, SiteChangeSchema, type SiteResponse } from "./site.ts";
import type { SystemResponse } from "./system.ts";
import {
  type LanguagesResponse,
  TranslationCheckSchema,
  TranslationExportSchema,
  TranslationImportSchema,
  TranslationMarkSchema,
  type TranslationReport,
} from "./translations.ts";
import {
  CodeSchema,
  ConfirmationSchema,
  NewPasskeySchema,
  PasskeyProofSchema,
  PasskeyRemovalSchema,
  PasskeyRenameSchema,
  type RecoveryCodesResponse,
  type TotpEnrollment,
  type TwoFactorResponse,
} from "./twoFactor.ts";
import {
  ResourcesQuerySchema,
  type ResourcesResponse,
  SpeedQuerySchema,
  type SpeedResponse,
} from "./webVitals.ts";

/** Carries the type of a response. The server does not validate its own responses. */
const response = <Body>() => Type.Unsafe<Body>({});
/** Empty response of a request that changed something. */
const DONE = response<Record<string, never>>();
/** A response that is not JSON: a download or the bytes of a recording. */
const BINARY = response<Blob>();
const CONFIRMED = { body: ConfirmationSchema };

/**
 * Every route of the console's API, below `/console/api`. This table types the server's handlers (`addRoute`) and the
 * console's client (`request`). The console imports only its type, so no schema reaches the browser.
 */
export const CONSOLE_API = {
  "GET /session": { response: response<SessionResponse>() },
  "POST /setup": { body: SetupSchema, response: response<SessionResponse>() },
  "POST /sign-in": { body: CredentialsSchema, response: response<SessionResponse>() },
  "POST /sign-in/code": { body: CodeSchema, response: response<SessionResponse>() },
  "POST /sign-in/passkey": { body: PasskeyProofSchema, response: response<SessionResponse>() },
  "POST /sign-in/passkey/options": { response: response<PublicKeyCredentialRequestOptionsJSON>() },
  "POST /sign-in/second-passkey": { body: PasskeyProofSchema, response: response<SessionResponse>() },
  "POST /sign-in/second-passkey/options": { response: response<PublicKeyCredentialRequestOptionsJSON>() },
  "POST /sign-out": { response: response<SessionResponse>() },
  "POST /invitation": { body: InvitationTokenSchema, response: response<OpenInvitation>() },
  "POST /join": { body: JoinSchema, response: response<SessionResponse>() },

  "GET /password-reset": { response: response<PasswordResetResponse>() },
  "POST /password-reset": { body: PasswordResetSchema, response: DONE },
  "POST /password-reset/finish": { body: NewPasswordSchema, response: DONE },

  "POST /account/password": { body: PasswordChangeSchema, response: DONE },
  "GET /account/sessions": { response: response<SessionsResponse>() },
  "POST /account/sessions/end": { response: response<SessionResponse>() },
  "POST /account/sessions/:id/end": { response: DONE },
  "GET /account/two-factor": { response: response<TwoFactorResponse>() },
  "POST /account/two-factor/recovery-codes": { ...CONFIRMED, response: response<RecoveryCodesResponse>() },
  "POST /account/two-factor/totp": { ...CONFIRMED, response: response<TotpEnrollment>() },
  "POST /account/two-factor/totp/confirm": { body: CodeSchema, response: response<RecoveryCodesResponse>() },
  "POST /account/two-factor/totp/remove": { ...CONFIRMED, response: DONE },
  "POST /account/passkeys": { body: NewPasskeySchema, response: response<RecoveryCodesResponse>() },
  "POST /account/passkeys/options": {
    ...CONFIRMED,
    response: response<PublicKeyCredentialCreationOptionsJSON>(),
  },
  "POST /account/passkeys/rename": { body: PasskeyRenameSchema, response: DONE },
  "POST /account/passkeys/remove": { body: PasskeyRemovalSchema, response: DONE },
  "GET /account/notices": { response: response<NoticesResponse>() },
  "POST /account/proof": { ...CONFIRMED, response: DONE },
  "POST /account/proof/passkey/options": { response: response<PublicKeyCredentialRequestOptionsJSON>() },
  "POST /account/proof/passkey": { body: PasskeyProofSchema, response: DONE },

  "GET /search": { query: SearchQuerySchema, response: response<SearchResponse>() },
  "POST /query": { body: QuerySchema, response: response<QueryResponse>() },
  "POST /query/changes": { body: ChangeReportSchema, response: response<ChangeReport>() },
  "POST /query/rows": { body: FigureRowsSchema, response: response<FigureRows>() },
  "POST /query/attribution": { body: AttributionSchema, response: response<AttributionResponse>() },
  "POST /query/funnel": { body: FunnelQuerySchema, response: response<FunnelResponse>() },
  "POST /query/funnel/drop-off": { body: FunnelDropOffSchema, response: response<FunnelDropOff>() },
  "POST /query/paths": { body: PathsQuerySchema, response: response<PathsResponse>() },
  "POST /query/retention": { body: RetentionQuerySchema, response: response<RetentionResponse>() },
  "POST /query/card": { body: CardQuerySchema, response: response<CardAnswer>() },
  "GET /reports": { response: response<ReportsResponse>() },
  "POST /reports": { body: NewReportSchema, response: response<ReportState>() },
  "PUT /reports/:id": { body: ReportChangeSchema, response: response<ReportState>() },
  "GET /reports/:id/shares": { response: response<SharesResponse>() },
  "POST /reports/:id/shares": { body: NewShareSchema, response: response<NewShareResponse>() },
  "GET /shares": { response: response<SharesResponse>() },
  "POST /shares/:id/revoke": { response: DONE },
  "GET /reports/:id/schedule": { response: response<ScheduleResponse>() },
  "PUT /reports/:id/schedule": { body: ScheduleSchema, response: response<ScheduleResponse>() },
  "POST /reports/:id/schedule/send": { response: response<ScheduleTestResponse>() },
  "GET /funnels": { response: response<FunnelsResponse>() },
  "POST /funnels": { body: NewFunnelSchema, response: response<FunnelState>() },
  "PUT /funnels/:id": { body: FunnelChangeSchema, response: response<FunnelState>() },
  "GET /notes": { response: response<NotesResponse>() },
  "POST /notes": { body: NewNoteSchema, response: response<Note>() },
  "PUT /notes/:id": { body: NoteChangeSchema, response: response<Note>() },
  "GET /overview/notes": { query: DateRangeSchema, response: response<OverviewNotes>() },
  "GET /live": { query: LiveQuerySchema, response: response<LiveResponse>() },
  "GET /live/visitors": { response: response<CurrentVisitorsResponse>() },
  "GET /live/stream": { response: BINARY },
  "GET /events": { query: EventSearchSchema, response: response<EventSearchResponse>() },
  "GET /event-series": { query: EventSeriesSchema, response: response<EventSeriesResponse>() },
  "GET /event-names": { query: EventCountsSchema, response: response<EventNamesResponse>() },
  "GET /event-properties": { query: EventCountsSchema, response: response<PropertyCountsResponse>() },
  "GET /events/:messageId": { response: response<EventResponse>() },
  "GET /quality": { query: OverviewQuerySchema, response: response<QualityResponse>() },
  "GET /quality/spool": { response: response<SpoolResponse>() },
  "GET /disk": { response: response<DiskState>() },
  "GET /system": { response: response<SystemResponse>() },

  "GET /campaign-links": { response: response<CampaignLinksResponse>() },
  "POST /campaign-links": { body: NewCampaignLinkSchema, response: response<CampaignLink>() },
  "PUT /campaign-links/:id": { body: CampaignLinkChangeSchema, response: response<CampaignLink>() },
  "GET /ad-costs": { query: AdCostsQuerySchema, response: response<AdCostsResponse>() },
  "POST /ad-costs": { body: CostFileSchema, response: response<CostImport>() },
  "POST /ad-costs/preview": { body: CostFileSchema, response: response<CostPreview>() },
  "POST /ad-costs/:id/undo": { response: DONE },

  "GET /imports": { response: response<ImportsResponse>() },
  "POST /imports": { query: ImportQuerySchema, body: ImportFileSchema, response: response<HistoryImport>() },
  "POST /imports/preview": {
    query: ImportQuerySchema,
    body: ImportFileSchema,
    response: response<ImportPreview>(),
  },
  "POST /imports/:id/undo": { response: DONE },

  "GET /goals": { response: response<GoalsResponse>() },
  "POST /goals": { body: NewGoalSchema, response: response<GoalState>() },
  "PUT /goals/:id": { body: GoalChangeSchema, response: response<GoalState>() },
  "GET /goals/reports": { response: response<GoalReportsResponse>() },
  "GET /goals/choices": { response: response<GoalChoicesResponse>() },
  "GET /goals/event-properties": {
    query: EventPropertiesQuerySchema,
    response: response<EventPropertiesResponse>(),
  },
  "POST /goals/preview": { body: GoalPreviewSchema, response: response<GoalFigures>() },
  "GET /segments": { response: response<SegmentsResponse>() },
  "POST /segments": { body: NewSegmentSchema, response: response<SavedSegment>() },
  "PUT /segments/:id": { body: SegmentChangeSchema, response: response<SavedSegment>() },
  "POST /segments/:id/delete": { response: DONE },

  "GET /leads": { query: LeadSearchSchema, response: response<LeadsResponse>() },
  "GET /leads/:id": { response: response<LeadResponse>() },
  "GET /leads/unread": { response: response<UnreadLeadsResponse>() },
  "PUT /leads/:id": { body: LeadChangeSchema, response: response<LeadResponse>() },
  "PUT /leads/:id/read": { body: LeadReadSchema, response: DONE },
  "POST /leads/:id/notes": { body: LeadNoteSchema, response: response<LeadResponse>() },
  "PUT /leads/:id/notes/:note": { body: LeadNoteStateSchema, response: response<LeadResponse>() },
  "GET /leads/:id/journey": { response: response<JourneyResponse>() },
  "GET /profiles": { query: ProfileSearchSchema, response: response<ProfilesResponse>() },
  "GET /profile": { query: ProfileQuerySchema, response: response<ProfileResponse>() },
  "POST /leads/:id/send-again": { body: SendAgainSchema, response: response<LeadResponse>() },

  "GET /alerts": { response: response<AlertsResponse>() },
  "POST /alerts": { body: NewAlertSchema, response: response<AlertState>() },
  "POST /alerts/preview": { body: NewAlertSchema, response: response<AlertPreviewResponse>() },
  "PUT /alerts/:id": { body: AlertChangeSchema, response: response<AlertState>() },
  "POST /alerts/:id/snooze": { body: SnoozeSchema, response: response<AlertState>() },
  "POST /alerts/:id/test": { response: response<AlertTestResponse>() },
  "GET /alarms": { query: AlarmsQuerySchema, response: response<AlarmsResponse>() },
  "GET /alarms/count": { response: response<AlarmCountResponse>() },
  "GET /digest": { response: response<DigestState>() },
  "PUT /digest": { body: DigestChangeSchema, response: response<DigestState>() },
  "POST /digest/send": { response: response<AlertTestResponse>() },
  "GET /digest/preview": { response: BINARY },

  "GET /speed": { query: SpeedQuerySchema, response: response<SpeedResponse>() },
  "GET /speed/resources": { query: ResourcesQuerySchema, response: response<ResourcesResponse>() },
  "GET /errors": { query: ErrorsQuerySchema, response: response<ErrorsResponse>() },
  "GET /errors/:fingerprint": { query: ErrorDetailsQuerySchema, response: response<ErrorDetailsResponse>() },
  "PUT /errors/:fingerprint": { body: ErrorChangeSchema, response: response<ErrorStatus>() },

  "GET /heatmaps": { query: HeatmapQuerySchema, response: response<HeatmapResponse>() },
  "GET /heatmaps/pages": { query: HeatmapPagesQuerySchema, response: response<HeatmapPagesResponse>() },
  "GET /heatmaps/sections": { query: SectionsQuerySchema, response: response<SectionsResponse>() },
  "GET /page-versions": { query: PageVersionsQuerySchema, response: response<PageVersionsResponse>() },
  "GET /replays": { query: ReplaySearchSchema, response: response<ReplaysResponse>() },
  "PUT /replays/access": { body: ReplayAccessSchema, response: response<ReplayAccess>() },
  "GET /replays/:id": { response: response<ReplayResponse>() },
  "GET /replays/:id/segments": { query: SegmentsQuerySchema, response: BINARY },
  "GET /replays/:id/segments/:segment": { response: BINARY },
  "POST /replays/:id/delete": { response: DONE },
  "GET /recording": { response: response<RecordingResponse>() },
  "PUT /recording": { body: RecordingChangeSchema, response: response<RecordingResponse>() },
  "GET /recording/kept": { response: response<RecordingKeptResponse>() },
  "GET /recording/matches": { response: response<RuleMatchesResponse>() },

  "GET /site": { response: response<SiteResponse>() },
  "PUT /site": { body: SiteChangeSchema, response: response<SiteResponse>() },
  "GET /install": { response: response<InstallResponse>() },
  "GET /counting": { response: response<Counting>() },
  "PUT /counting": { body: CountingSchema, response: response<Counting>() },

  "GET /connections": { response: response<ConnectionsResponse>() },
  "PUT /connections/:kind": { body: ConnectionChangeSchema, response: response<ConnectionsResponse>() },
  "POST /connections/:kind/test": {
    body: ConnectionDraftSchema,
    response: response<ConnectionTestResponse>(),
  },
  "POST /connections/:kind/disconnect": {
    body: DisconnectionSchema,
    response: response<ConnectionsResponse>(),
  },

  "GET /api-keys": { response: response<ApiKeysResponse>() },
  "POST /api-keys": { body: NewApiKeySchema, response: response<NewApiKeyResponse>() },
  "POST /api-keys/:id/revoke": { response: DONE },

  "GET /flags": { response: response<FlagsResponse>() },
  "GET /flags/:key": { response: response<FlagState>() },
  "PUT /flags/:key": { body: FlagChangeSchema, response: response<FlagState>() },
  "POST /flags/:key/trial": { body: FlagTestSchema, response: response<FlagTestResponse>() },
  "GET /experiments": { response: response<ExperimentsResponse>() },
  "POST /experiments/estimate": { body: EstimateSchema, response: response<EstimateResponse>() },
  "GET /experiments/:key": { response: response<ExperimentResponse>() },
  "PUT /experiments/:key": { body: ExperimentChangeSchema, response: response<ExperimentResponse>() },
  "GET /experiments/:key/results": { query: ResultsQuerySchema, response: response<ResultsResponse>() },
  "POST /experiments/:key/start": { body: ExperimentStepSchema, response: response<ExperimentResponse>() },
  "POST /experiments/:key/stop": { body: ExperimentStepSchema, response: response<ExperimentResponse>() },
  "POST /experiments/:key/ship": { body: ExperimentStepSchema, response: response<ExperimentResponse>() },
  "GET /experiments/:key/shipping": { query: ShippingQuerySchema, response: response<ShippingResponse>() },
  "GET /page-texts": { response: response<EditablePagesResponse>() },
  "GET /changes": { query: ChangeQuerySchema, response: response<ChangesResponse>() },
  "POST /changes/:id/revert": { response: DONE },

  "GET /content": { response: response<ContentResponse>() },
  "GET /content/items/:key": { query: ContentItemQuerySchema, response: response<ContentItemResponse>() },
  "GET /content/search": { query: ContentSearchSchema, response: response<ContentSearchResponse>() },
  "POST /content/preview": { body: NewPreviewSchema, response: response<PreviewResponse>() },
  "GET /content/preview/links": { response: response<PreviewLinksResponse>() },
  "POST /content/preview/links": { body: NewPreviewLinkSchema, response: response<NewPreviewLinkResponse>() },
  "POST /content/preview/links/:id/revoke": { response: DONE },
  "POST /content/drafts": { body: NewDraftSchema, response: response<Draft>() },
  "GET /content/drafts/:id": { response: response<Draft>() },
  "PUT /content/drafts/:id": { body: DraftChangeSchema, response: response<Draft>() },
  "PUT /content/drafts/:id/field": {
    body: DraftFieldSchema,
    response: response<{ field: DraftField | null }>(),
  },
  "POST /content/drafts/:id/field": { body: DraftFieldStepSchema, response: response<Draft>() },
  "POST /content/drafts/:id/page": { body: PageStepSchema, response: response<PageStepResponse>() },
  "GET /content/redirects": { query: ContentItemQuerySchema, response: response<RedirectsResponse>() },
  "POST /content/drafts/:id/publish": { body: PublicationSchema, response: response<PublicationResponse>() },
  "PUT /content/drafts/:id/schedule": { body: ScheduleChangeSchema, response: response<Draft>() },
  "GET /content/revisions": { query: RevisionsQuerySchema, response: response<RevisionsResponse>() },
  "GET /content/revisions/:number": { response: response<RevisionResponse>() },
  "GET /content/images": { query: ContentItemQuerySchema, response: response<ImagesResponse>() },
  "POST /content/images": {
    query: ImageUploadSchema,
    body: ImportFileSchema,
    response: response<ImageUploadResponse>(),
  },
  "GET /content/languages": { query: ContentItemQuerySchema, response: response<LanguagesResponse>() },
  "PUT /content/translations/mark": { body: TranslationMarkSchema, response: DONE },
  "GET /content/translations/export": { query: TranslationExportSchema, response: BINARY },
  "POST /content/translations/check": {
    query: TranslationCheckSchema,
    body: ImportFileSchema,
    response: response<TranslationReport>(),
  },
  "POST /content/drafts/:id/translations": {
    query: TranslationImportSchema,
    body: ImportFileSchema,
    response: response<{ changed: number }>(),
  },
  "POST /content/restore": { body: RestoreSchema, response: response<PublicationResponse>() },

  "GET /consent": { query: OverviewQuerySchema, response: response<ConsentResponse>() },
  "GET /consent/receipts": { query: ReceiptSearchSchema, response: response<ReceiptSearchResponse>() },
  "GET /rights": { response: response<PrivacyResponse>() },
  "GET /rights/audit": { query: AuditQuerySchema, response: response<AuditResponse>() },
  "GET /rights/person": { query: PersonQuerySchema, response: response<PersonResponse>() },
  "POST /rights/export": { body: PersonQuerySchema, response: BINARY },
  "POST /rights/deletion": { body: DeletionSchema, response: DONE },
  "GET /security-log": { query: SecurityLogQuerySchema, response: response<SecurityLogResponse>() },
  "GET /people": { response: response<PeopleResponse>() },
  "POST /people/invitations": { body: InvitationSchema, response: response<InvitationResponse>() },
  "POST /people/invitations/:id/withdraw": { response: DONE },
  "POST /people/:id/role": { body: RoleChangeSchema, response: DONE },
  "POST /people/:id/reset-two-factor": { response: DONE },
  "POST /people/:id/sessions/end": { response: DONE },
  "POST /people/:id/remove": { response: DONE },
} as const satisfies Record<`${"GET" | "POST" | "PUT"} /${string}`, RouteSchemas>;

export interface RouteSchemas {
  query?: TSchema;
  body?: TSchema;
  response: TSchema;
}

/** Method and path, such as `GET /flags/:key`. */
export type ConsoleRoute = keyof typeof CONSOLE_API;

/** Input and response types of a route. Inputs that the route does not accept are `undefined`. */
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
