import { accountRoutes } from "../domains/accounts/accountRoutes.ts";
import { teamRoutes } from "../domains/accounts/console/teamRoutes";
import { ownAccountRoutes } from "../domains/accounts/ownAccountRoutes.ts";
import { passwordResetRoutes } from "../domains/accounts/passwordResetRoutes.ts";
import { proofRoutes } from "../domains/accounts/proofRoutes.ts";
import { secondStepRoutes } from "../domains/accounts/secondFactor/secondStepRoutes.ts";
import { twoFactorRoutes } from "../domains/accounts/secondFactor/twoFactorRoutes.ts";
import { alertRoutes } from "../domains/alerts/console/alertRoutes.ts";
import { apiKeyRoutes } from "../domains/apiKeys/console/apiKeyRoutes.ts";
import { pageVersionRoutes } from "../domains/archive/console/pageVersionRoutes.ts";
import { campaignRoutes } from "../domains/campaigns/console/campaignRoutes.ts";
import { changeRoutes } from "../domains/changes/console/changeRoutes.ts";
import { connectionRoutes } from "../domains/connections/console/connectionRoutes.ts";
import { consentScreenRoutes } from "../domains/consent/console/consentScreenRoutes.ts";
import { eventRoutes } from "../domains/events/console/eventRoutes.ts";
import { liveRoutes } from "../domains/events/console/liveRoutes.ts";
import { experimentRoutes, pageTextRoutes } from "../domains/experiments/console/experimentRoutes.ts";
import { flagRoutes } from "../domains/flags/console/flagRoutes.ts";
import { goalRoutes } from "../domains/goals/console/goalRoutes.ts";
import { segmentRoutes } from "../domains/goals/console/segmentRoutes.ts";
import { heatmapRoutes } from "../domains/heatmaps/console/heatmapRoutes.ts";
import { importRoutes } from "../domains/imports/console/importRoutes.ts";
import { journeyRoutes } from "../domains/journeys/console/journeyRoutes.ts";
import { leadScreenRoutes } from "../domains/leads/console/leadScreenRoutes.ts";
import { diskRoutes } from "../domains/monitoring/console/diskRoutes.ts";
import { errorRoutes } from "../domains/monitoring/console/errorRoutes.ts";
import { qualityRoutes } from "../domains/monitoring/console/qualityRoutes.ts";
import { speedRoutes } from "../domains/monitoring/console/speedRoutes.ts";
import { systemRoutes } from "../domains/monitoring/console/systemRoutes.ts";
import { noteRoutes } from "../domains/notes/console/noteRoutes.ts";
import { peopleRoutes } from "../domains/people/console/peopleRoutes";
import { privacyRoutes } from "../domains/people/console/privacyRoutes.ts";
import { contentRoutes } from "../domains/publishing/console/contentRoutes.ts";
import { imageRoutes } from "../domains/publishing/console/imageRoutes.ts";
import { previewLinkRoutes } from "../domains/publishing/console/previewLinkRoutes.ts";
import { translationRoutes } from "../domains/publishing/console/translationRoutes.ts";
import { overviewRoutes } from "../domains/questions/console/overviewRoutes.ts";
import { questionRoutes } from "../domains/questions/console/questionRoutes.ts";
import { recordingSettingsRoutes } from "../domains/replay/console/recordingSettingsRoutes.ts";
import { replayRoutes } from "../domains/replay/console/replayRoutes.ts";
import { reportRoutes } from "../domains/reports/console/reportRoutes.ts";
import { searchRoutes } from "../domains/search/console/searchRoutes.ts";
import { installRoutes } from "../domains/site/console/installRoutes.ts";
import { siteRoutes } from "../domains/site/console/siteRoutes.ts";

/** The routes of every domain. Each picks what it needs from {@link ConsoleParts}. */
export const ROUTES = [
  accountRoutes,
  secondStepRoutes,
  twoFactorRoutes,
  passwordResetRoutes,
  ownAccountRoutes,
  proofRoutes,
  pageVersionRoutes,
  changeRoutes,
  teamRoutes,
  consentScreenRoutes,
  eventRoutes,
  searchRoutes,
  flagRoutes,
  goalRoutes,
  segmentRoutes,
  siteRoutes,
  installRoutes,
  connectionRoutes,
  apiKeyRoutes,
  leadScreenRoutes,
  peopleRoutes,
  alertRoutes,
  recordingSettingsRoutes,
  qualityRoutes,
  experimentRoutes,
  speedRoutes,
  errorRoutes,
  liveRoutes,
  heatmapRoutes,
  pageTextRoutes,
  replayRoutes,
  privacyRoutes,
  questionRoutes,
  journeyRoutes,
  reportRoutes,
  overviewRoutes,
  diskRoutes,
  systemRoutes,
  noteRoutes,
  contentRoutes,
  previewLinkRoutes,
  imageRoutes,
  translationRoutes,
  campaignRoutes,
  importRoutes,
];

type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** What the routes of all domains need. */
export type ConsoleParts = AllOf<Parameters<(typeof ROUTES)[number]>[0]>;
