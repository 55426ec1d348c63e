/**
 * The flags of processes that talk to the API server.
 *
 * @module
 */

import { flag, float, int32, string } from "../flags/mod.ts";

/** Rates and content type of the client. */
export function clientRateFlags(defaults: { readonly qps: number; readonly burst: number }) {
  return {
    "orch-api-burst": flag(
      int32,
      defaults.burst,
      "The maximum burst of requests to the API server",
    ),
    "orch-api-content-type": flag(
      string,
      (names) => names.protobufMediaType,
      "The content type of requests to the API server",
    ),
    "orch-api-qps": flag(
      float,
      defaults.qps,
      "The maximum number of requests per second to the API server; negative: no limit",
    ),
  } as const;
}

/** Where the API server is, and with which credentials. */
export const clientConfigFlags = {
  "master": flag(string, "", "The address of the API server; it wins over the client config file"),
  "orchconfig": flag(
    string,
    "",
    "The client config file with the API server's address and the credentials for it",
  ),
} as const;
