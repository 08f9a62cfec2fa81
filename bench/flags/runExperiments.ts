import { ENVIRONMENTS, type ExperimentDefinition, type FlagDefinition } from "@marquee/contract";
import type { RunningExperiment } from "../../apps/server/src/domains/flags/buildPayload.ts";
import { OWNER } from "../support/owner.ts";
import type { Product } from "../support/product.ts";

export function flagNumber(number: number): FlagDefinition {
  const key = `bench-${number}`;
  return {
    key,
    type: "boolean",
    description: "",
    defaultValue: false,
    rules: [],
    isArchived: false,
    environments: [...ENVIRONMENTS],
  };
}

export function experimentNumber(number: number): RunningExperiment {
  const definition: ExperimentDefinition = {
    key: `bench-${number}`,
    name: `Experiment ${number}`,
    hypothesis: "More of them sign up.",
    kind: "flag",
    flag: `bench-${number}`,
    page: "",
    targeting: [],
    coverage: 1,
    minimumEffect: 0.05,
    variations: [
      { key: "control", name: "As it is", value: false, weight: 0.5 },
      { key: "other", name: "Other", value: true, weight: 0.5 },
    ],
    metrics: [
      {
        id: "sign-up",
        name: "Sign-ups",
        type: "conversion",
        event: "Signed Up",
        path: "",
        property: "",
        goal: "increase",
        isGuardrail: false,
      },
    ],
  };
  return { definition, phase: 1 };
}

/** Creates `count` flags in the console and starts an experiment on each. {@link OWNER} must be the product's owner. */
export async function runExperiments(product: Product, count: number): Promise<void> {
  const api = `${product.url}/console/api`;
  const headers = { origin: product.url, "content-type": "application/json", cookie: "" };
  const send = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${api}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  // The account is created shortly after the server is ready.
  while (headers.cookie === "") {
    const signedIn = await fetch(`${api}/sign-in`, { method: "POST", headers, body: JSON.stringify(OWNER) });
    headers.cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
    if (!signedIn.ok) await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  for (let number = 0; number < count; number += 1) {
    const flag = flagNumber(number);
    await send("PUT", `/flags/${flag.key}`, { definition: flag, revision: 0 });
    const { definition } = experimentNumber(number);
    await send("PUT", `/experiments/${definition.key}`, { definition, revision: 0 });
    await send("POST", `/experiments/${definition.key}/start`, { revision: 1 });
  }
}
