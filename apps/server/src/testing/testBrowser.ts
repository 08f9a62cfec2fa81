import type { FastifyInstance, LightMyRequestResponse } from "fastify";

/** A client of the console's API that keeps cookies. */
export interface TestBrowser {
  get(path: string): Promise<LightMyRequestResponse>;
  post(path: string, payload: object): Promise<LightMyRequestResponse>;
  /** Values by name. */
  cookies: Map<string, string>;
}

interface TestBrowserOptions {
  origin: string;
  /** IP address of the requests. */
  address?: string;
}

export function createTestBrowser(
  app: FastifyInstance,
  { origin, address = "192.0.2.1" }: TestBrowserOptions,
): TestBrowser {
  const cookies = new Map<string, string>();
  const send = async (method: "GET" | "POST", path: string, payload?: object) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await app.inject({
      method,
      url: `/console/api${path}`,
      remoteAddress: address,
      headers: { origin, cookie },
      ...(payload && { payload }),
    });
    for (const { name, value } of response.cookies) {
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  return { get: (path) => send("GET", path), post: (path, payload) => send("POST", path, payload), cookies };
}
