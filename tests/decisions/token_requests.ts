/**
 * Decisions about requests for tokens of service accounts: what such a token says.
 *
 * @module
 */

import { accountIssuer } from "../../apiserver/authentication/serviceaccount/issuer.ts";
import type { EndpointContext } from "../../apiserver/endpoints/endpoint_context.ts";
import type { HandlerTarget } from "../../apiserver/endpoints/handlers/handler.ts";
import { tokenRequestHandlers } from "../../apiserver/endpoints/handlers/token_request.ts";
import { representationOf } from "../../apiserver/bodies/representation.ts";
import { testRequest } from "../../testing/request_context.ts";
import type { TokenRequest } from "../../toolkit/api/authentication_v1.ts";
import { makeCertificate } from "../../toolkit/certificates/mod.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { StatusError } from "../../toolkit/errors/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import { privateKeyOfPem } from "../../toolkit/tokens/keys.ts";
import { parseJsonWebToken } from "../../toolkit/tokens/json_web_token.ts";
import { type Decision, madeBy } from "./decision.ts";
import { isAt, type Place } from "./place.ts";
import type { Part } from "./random_nodes.ts";
import {
  type AskedToken,
  RandomTokenRequests,
  type TokenRequestWorld,
} from "./random_token_requests.ts";

const KEY = await privateKeyOfPem(
  (await makeCertificate({ commonName: "key", now: new Date() })).key,
);

export const TOKEN_REQUEST_DECISIONS: readonly Decision[] = [
  {
    kind: "token request",
    questions: madeBy(RandomTokenRequests, (of) => ({ given: of.world(), asked: of.request() })),
    decide: requestedToken,
    comparable: (said) =>
      said.startsWith("[") ? JSON.stringify(JSON.parse(said), sortedKeys) : said,
  },
];

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort());
}

/** What a request for a token of an account comes to. */
async function requestedToken(given: TokenRequestWorld, asked: AskedToken): Promise<string> {
  const { namespace, name, object } = asked;
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`;
  const context = testRequest({
    method: "POST",
    path,
    headers: { "content-type": "application/json" },
    body: object,
  });
  const endpoint = endpointOf(given);
  const kind = { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" };
  const target = {
    resource: endpoint.source.find("", "v1", "serviceaccounts"),
    subresource: { ...kind, name: "token" },
    namespace,
    name,
  } as unknown as HandlerTarget;
  let answer;
  try {
    answer = await tokenRequestHandlers.create(context, target, endpoint);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return `${error.code} ${error.message}`;
  }
  const body = JSON.parse(new TextDecoder().decode(answer.body as Uint8Array));
  const { metadata, spec, status } = body as Required<TokenRequest>;
  const { iat = 0, exp = 0, nbf = 0, jti: _, iss: _issuer, ...claims } = parseJsonWebToken(
    status.token!,
  )!.claims as Record<string, number>;
  const own = claims["kubernetes.io"] as unknown as { warnafter?: number };
  if (own.warnafter !== undefined) own.warnafter -= iat;
  const span = Date.parse(status.expirationTimestamp!) - Date.parse(metadata.creationTimestamp!);
  return JSON.stringify([
    { ...claims, exp: exp - iat, nbf: nbf - iat },
    metadata.name,
    metadata.namespace,
    metadata.uid,
    spec.audiences,
    spec.expirationSeconds,
    span / 1000,
    context.warnings,
  ]);
}

function endpointOf(
  { accounts, pods, secrets, nodes, audiences, maxSeconds, extends: isExtended }: TokenRequestWorld,
): EndpointContext {
  const there: Readonly<Record<string, readonly Part[]>> = {
    serviceaccounts: accounts,
    pods,
    secrets,
    nodes,
  };
  return {
    dialect: "kubernetes",
    features: new Set(),
    findType: (group: string, version: string, kind: string) =>
      schemaOf("kubernetes").kind(group, version, kind),
    tokenIssuer: accountIssuer({
      issuer: "issuer",
      key: KEY,
      audiences,
      maxExpirationSeconds: maxSeconds,
      extendsExpiration: isExtended,
      names: NAMES.kubernetes,
    }),
    source: {
      find: (group: string, version: string, resource: string) => ({
        ...{ group, version, resource },
        namespaced: resource !== "nodes",
        storage: storageOf(there[resource] ?? []),
      }),
    },
    tools: {
      admission: { mutate() {}, validate() {} },
      clock: new FakeClock(),
      uid: () => "id",
    },
  } as unknown as EndpointContext;
}

/** As a store has them, which is up to date. */
function storageOf(objects: readonly Part[]) {
  return {
    isFresh: true,
    measures: { cache: { foundFresh() {} } },
    key: (namespace: string, name: string): Place =>
      namespace === "" ? { name } : { namespace, name },
    cache: {
      get(place: Place) {
        const found = objects.find(({ metadata }) => isAt(metadata as Place, place));
        return found && representationOf(new TextEncoder().encode(JSON.stringify(found)));
      },
    },
  };
}
