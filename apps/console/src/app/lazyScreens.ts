import { lazy } from "react";

/** Screens that are fetched when they are first opened, so that the console's first load stays small. */
export const Account = lazy(() =>
  import("../features/account/AccountScreen.tsx").then((file) => ({ default: file.AccountScreen })),
);
export const TwoFactorSetup = lazy(() =>
  import("../features/account/TwoFactorSetup.tsx").then((file) => ({ default: file.TwoFactorSetup })),
);
export const Banner = lazy(() =>
  import("../features/banner/BannerScreen.tsx").then((file) => ({ default: file.BannerScreen })),
);
export const Changes = lazy(() =>
  import("../features/changes/Changes.tsx").then((file) => ({ default: file.Changes })),
);
export const Consent = lazy(() =>
  import("../features/consent/Consent.tsx").then((file) => ({ default: file.Consent })),
);
export const Errors = lazy(() =>
  import("../features/errors/Errors.tsx").then((file) => ({ default: file.Errors })),
);
export const EventDetails = lazy(() =>
  import("../features/events/EventDetails.tsx").then((file) => ({ default: file.EventDetails })),
);
export const Events = lazy(() =>
  import("../features/events/Events.tsx").then((file) => ({ default: file.Events })),
);
export const EditExperiment = lazy(() =>
  import("../features/experiments/editor/EditExperiment.tsx").then((file) => ({
    default: file.EditExperiment,
  })),
);
export const Experiment = lazy(() =>
  import("../features/experiments/detail/Experiment.tsx").then((file) => ({ default: file.Experiment })),
);
export const Experiments = lazy(() =>
  import("../features/experiments/Experiments.tsx").then((file) => ({ default: file.Experiments })),
);
export const FlagEditor = lazy(() =>
  import("../features/flags/FlagEditor.tsx").then((file) => ({ default: file.FlagEditor })),
);
export const Flags = lazy(() =>
  import("../features/flags/Flags.tsx").then((file) => ({ default: file.Flags })),
);
export const Heatmaps = lazy(() =>
  import("../features/heatmaps/Heatmaps.tsx").then((file) => ({ default: file.Heatmaps })),
);
export const Join = lazy(() => import("../features/join/Join.tsx").then((file) => ({ default: file.Join })));
export const Live = lazy(() => import("../features/live/Live.tsx").then((file) => ({ default: file.Live })));
export const Rum = lazy(() => import("../features/rum/Rum.tsx").then((file) => ({ default: file.Rum })));
export const NewExperiment = lazy(() =>
  import("../features/experiments/editor/NewExperiment.tsx").then((file) => ({
    default: file.NewExperiment,
  })),
);
export const People = lazy(() =>
  import("../features/people/People.tsx").then((file) => ({ default: file.People })),
);
export const Quality = lazy(() =>
  import("../features/quality/Quality.tsx").then((file) => ({ default: file.Quality })),
);
export const Recording = lazy(() =>
  import("../features/recordingSettings/RecordingSettingsScreen.tsx").then((file) => ({
    default: file.RecordingSettingsScreen,
  })),
);
export const loadReplay = () =>
  import("../features/replays/watch/Replay.tsx").then((file) => ({ default: file.Replay }));
export const Replay = lazy(loadReplay);
export const Replays = lazy(() =>
  import("../features/replays/Replays.tsx").then((file) => ({ default: file.Replays })),
);
export const PrivacyRequests = lazy(() =>
  import("../features/privacy/PrivacyRequests.tsx").then((file) => ({ default: file.PrivacyRequests })),
);
export const Speed = lazy(() =>
  import("../features/speed/Speed.tsx").then((file) => ({ default: file.Speed })),
);
