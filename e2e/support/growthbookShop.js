/** A shop's page that shows one flag with GrowthBook's React SDK, used as in its documentation. */
import { GrowthBook, GrowthBookProvider, useFeatureValue } from "@growthbook/growthbook-react";
import { createElement } from "react";
import { createRoot } from "react-dom/client";

const query = new URLSearchParams(location.search);
const growthbook = new GrowthBook({
  apiHost: query.get("host"),
  clientKey: "sdk-local",
  remoteEval: query.has("remote"),
  attributes: { id: "shop-visitor", country: "FR" },
});
const Flag = () => createElement("output", null, useFeatureValue(query.get("flag"), "nothing"));
growthbook.init({ streaming: true }).then(({ success }) => {
  document.title = success ? "loaded" : "failed";
  createRoot(document.getElementById("app")).render(
    createElement(GrowthBookProvider, { growthbook }, createElement(Flag)),
  );
});
