/**
 * What others need to check tokens of service accounts by themselves: who issues them, and the public keys.
 *
 * @module
 */

import type { PublicTokenKey } from "../../../toolkit/tokens/keys.ts";

/** Where the two documents are. */
const DISCOVERY_PATH = "/.well-known/openid-configuration";
const KEY_SET_PATH = "/openid/v1/jwks";

/** For how long others may keep them. */
const MAX_AGE_SECONDS = 3600;

/** A document as it is answered. */
export interface DiscoveryDocument {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** By their paths. */
export type DiscoveryDocuments = ReadonlyMap<string, DiscoveryDocument>;

/** What the documents are about. */
export interface DiscoveryOptions {
  readonly issuer: string;
  /** Where others find the key set; "": at this server's own address. */
  readonly keySetUrl: string;
  /** Host and port by which others reach this server. */
  readonly externalAddress: string;
  readonly keys: readonly PublicTokenKey[];
}

/** Both documents. Throws where others could not find them by the issuer's name, or not trust them. */
export function discoveryDocuments(options: DiscoveryOptions): DiscoveryDocuments {
  const { issuer, keySetUrl, externalAddress, keys } = options;
  const problem = issuerProblem(issuer);
  if (problem !== undefined) throw new Error(problem);
  const url = keySetUrl === "" ? `https://${externalAddress}${KEY_SET_PATH}` : keySetUrl;
  const algorithms = new Set(keys.map(({ algorithm }) => algorithm));
  const configuration = {
    issuer,
    jwks_uri: url,
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [...algorithms].sort(),
  };
  return new Map([
    [DISCOVERY_PATH, document("application/json", configuration)],
    [KEY_SET_PATH, document("application/jwk-set+json", { keys: keys.map(keyOf) })],
  ]);
}

function issuerProblem(issuer: string): string | undefined {
  if (!issuer.startsWith("https://") || !URL.canParse(issuer)) {
    return `issuer URL must use https scheme, got: ${issuer}`;
  }
  if (issuer.includes("?")) return `issuer URL may not include a query, got: ${issuer}`;
  if (issuer.includes("#")) return `issuer URL may not include a fragment, got: ${issuer}`;
  return undefined;
}

/** A key as key sets have it, its fields in the order that they usually have. */
function keyOf({ id, algorithm, numbers }: PublicTokenKey): Record<string, string> {
  const { kty = "", crv, ...values } = numbers;
  return { use: "sig", kty, kid: id, ...(crv !== undefined && { crv }), alg: algorithm, ...values };
}

function document(type: string, value: object): DiscoveryDocument {
  return {
    headers: {
      "content-type": type,
      "cache-control": `public, max-age=${MAX_AGE_SECONDS}`,
    },
    body: JSON.stringify(value),
  };
}
