/** What the audit log says: the same requests under the same policy, here and at the reference. */
import type { AnyObject } from "../../testing/api_client.ts";
import { slowTests } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { isObject } from "../../toolkit/values/json.ts";
import { type Pair, type Side, SIDES, startPair } from "./servers.ts";

const POLICY = `
apiVersion: audit.k8s.io/v1
kind: Policy
rules:
- {level: None, nonResourceURLs: ["/readyz*"]}
- {level: None, users: [quiet]}
- {level: Metadata, nonResourceURLs: ["/version", "/nowhere*"]}
- {level: Metadata, resources: [{resources: [secrets]}]}
- {level: Request, verbs: [update], resources: [{resources: [configmaps]}], omitManagedFields: true}
- level: RequestResponse
  resources: [{resources: [configmaps, namespaces, "serviceaccounts/token"]}]
  omitManagedFields: true
- {level: RequestResponse, omitStages: [RequestReceived], omitManagedFields: true}
`;

const MAPS = "/api/v1/namespaces/default/configmaps";

/** One request: its method, path, body and what else it has. */
interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly anonymous?: boolean;
  /** The answers have different words, on which the events agree no more than they do. */
  readonly otherWords?: boolean;
}

const MAP = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { x: "1" } };
const PATCH = { "content-type": "application/merge-patch+json" };

const REQUESTS: Readonly<Record<string, Asked>> = {
  create: { method: "POST", path: MAPS, body: MAP },
  "create again": { method: "POST", path: MAPS, body: MAP },
  "create with a made-up name": {
    method: "POST",
    path: MAPS,
    body: { ...MAP, metadata: { generateName: "b-" } },
  },
  "create what is invalid": {
    method: "POST",
    path: MAPS,
    body: { ...MAP, metadata: { name: "-" } },
  },
  "create what is no object": { otherWords: true, method: "POST", path: MAPS, body: "[" },
  get: { path: `${MAPS}/a` },
  "get what is missing": { path: `${MAPS}/missing` },
  update: { method: "PUT", path: `${MAPS}/a`, body: { ...MAP, data: { x: "2" } } },
  patch: { method: "PATCH", path: `${MAPS}/a`, body: { data: { y: "3" } }, headers: PATCH },
  "patch as JSON": {
    method: "PATCH",
    path: `${MAPS}/a`,
    body: [{ op: "remove", path: "/data/y" }],
    headers: { "content-type": "application/json-patch+json" },
  },
  apply: {
    method: "PATCH",
    path: `${MAPS}/a?fieldManager=m&force=true`,
    body: MAP,
    headers: { "content-type": "application/apply-patch+yaml" },
  },
  "patch with another type": {
    otherWords: true,
    method: "PATCH",
    path: `${MAPS}/a`,
    body: {},
    headers: { "content-type": "text/plain" },
  },
  "list one": { path: `${MAPS}?fieldSelector=metadata.name%3Da` },
  "list as a table": {
    path: `${MAPS}?fieldSelector=metadata.name=a`,
    headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
  },
  secret: {
    method: "POST",
    path: "/api/v1/namespaces/default/secrets",
    body: { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, stringData: { a: "b" } },
  },
  "delete with options": {
    method: "DELETE",
    path: `${MAPS}/a`,
    body: { apiVersion: "v1", kind: "DeleteOptions", gracePeriodSeconds: 0 },
  },
  "delete the secret": { method: "DELETE", path: "/api/v1/namespaces/default/secrets/s" },
  "a role": {
    method: "POST",
    path: "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles",
    body: {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "Role",
      metadata: { name: "r" },
      rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }],
    },
  },
  "what is deprecated": { path: "/api/v1/componentstatuses/none", otherWords: true },
  version: { path: "/version" },
  nowhere: { otherWords: true, path: "/nowhere/at?all=1" },
  health: { path: "/readyz" },
  "no such resource": { path: "/apis/apps/v1/namespaces/default/nothings" },
  "no such group": {
    otherWords: true,
    method: "POST",
    path: "/apis/nothing.example.com/v1/things",
    body: {},
  },
  "a wrong token": { path: MAPS, headers: { authorization: "Bearer wrong" }, anonymous: true },
  "no credentials": { path: `${MAPS}/a`, anonymous: true },
  "as somebody else": {
    path: `${MAPS}/a`,
    headers: { "impersonate-user": "bob", "impersonate-group": "staff" },
  },
  "as a group": { otherWords: true, path: `${MAPS}/a`, headers: { "impersonate-group": "staff" } },
  "of somebody who is not recorded": {
    path: MAPS,
    headers: { authorization: "Bearer quiet" },
    anonymous: true,
  },
  "of somebody who may not": {
    path: `${MAPS}/a`,
    headers: { authorization: "Bearer other" },
    anonymous: true,
  },
  "through proxies": {
    path: `${MAPS}/a`,
    headers: { "x-forwarded-for": "10.1.1.1, x, 10.2.2.2", "x-real-ip": "10.3.3.3" },
  },
  "a long user agent": { path: "/version", headers: { "user-agent": "a".repeat(1100) } },
  "a watch": { path: `${MAPS}?watch=1&timeoutSeconds=1` },
  "a watch of somebody who may not": {
    path: `${MAPS}?watch=1`,
    headers: { authorization: "Bearer other" },
    anonymous: true,
  },
  "a bad timeout": { path: `${MAPS}?timeout=x` },
};

Deno.test({
  name: "the audit log says what the reference's says",
  ignore: !slowTests(),
  fn: async () => {
    let log = "";
    await using pair = await startPair({
      flags: ["--anonymous-auth=true", "--authorization-mode=RBAC"],
      tokens: ["quiet,quiet,1,system:masters", "other,other,2,staff"],
      async files(folder) {
        log = `${folder}/audit.log`;
        await Deno.writeTextFile(`${folder}/policy.yaml`, POLICY);
        // Both append to one file: ids tell them apart.
        return [
          `--audit-policy-file=${folder}/policy.yaml`,
          `--audit-log-path=${log}`,
          "--audit-log-maxsize=0",
        ];
      },
    });
    const clients = { admin: pair.http(), anonymous: pair.http({ anonymous: true }) };
    for (const side of SIDES) {
      for (const [name, asked] of Object.entries(REQUESTS)) {
        await send(pair, clients, side, name, asked);
      }
    }
    const found = { ours: eventsOf(log, "ours"), reference: eventsOf(log, "reference") };
    assert(Object.keys(found.reference).length > 20, pair.logs());
    for (const name of Object.keys(REQUESTS)) {
      const [ours, theirs] = SIDES.map((side) => shown(name, found[side][name]));
      assertEquals(ours, theirs, name);
    }
  },
});

async function send(
  pair: Pair,
  clients: Readonly<Record<"admin" | "anonymous", Deno.HttpClient>>,
  side: Side,
  name: string,
  { method = "GET", path, body, headers, anonymous = false }: Asked,
): Promise<void> {
  const response = await fetch(pair.servers[side].url + path, {
    method,
    client: anonymous ? clients.anonymous : clients.admin,
    headers: {
      "user-agent": "differential",
      "audit-id": idOf(side, name),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  await response.text();
}

function idOf(side: Side, name: string): string {
  return `${side}-${name.replaceAll(" ", "_")}`;
}

/** The events of each request, without what is another each time. */
function eventsOf(log: string, side: Side): Record<string, AnyObject[]> {
  const events: Record<string, AnyObject[]> = {};
  for (const line of Deno.readTextFileSync(log).trimEnd().split("\n")) {
    const { auditID, ...event } = JSON.parse(line);
    const name = Object.keys(REQUESTS).find((one) => idOf(side, one) === auditID);
    if (name !== undefined) (events[name] ??= []).push(comparable(event) as AnyObject);
  }
  return events;
}

/** The events of one request, as far as they have to agree. */
function shown(name: string, events: readonly AnyObject[] = []): unknown {
  return events.map(({ responseObject, responseStatus, annotations = {}, ...event }) => {
    // The reference does not say why a credential is refused.
    const { authentication: _, ...told } = annotations;
    // How long something takes is the machine's business.
    const others = Object.fromEntries(
      Object.entries(told).filter(([key]) => !key.startsWith("apiserver.latency.")),
    );
    const answer = REQUESTS[name]?.otherWords
      ? { code: responseStatus?.code }
      : { responseObject, responseStatus };
    return { ...event, ...answer, annotations: others };
  });
}

/** What is another each time, and what people read of columns. */
const LEFT_OUT = new Set([
  "requestReceivedTimestamp",
  "stageTimestamp",
  "creationTimestamp",
  "description",
]);
/** What the reference calls a version that is none. */
const INTERNAL = "meta.k8s.io/__internal";

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (value === INTERNAL) return "v1";
  if (typeof value === "string") {
    return value.replace(/"b-[a-z0-9]{5}"/g, '"b-RANDOM"').replace(/^b-[a-z0-9]{5}$/, "b-RANDOM")
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "UID")
      .replace(/SHA256=[0-9a-f]{64}/g, "SHA256=DIGEST");
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value).filter((key) => !LEFT_OUT.has(key)).sort().map((key) => [
      key,
      key === "resourceVersion" ? "VERSION" : key === "cells" ? "CELLS" : comparable(value[key]),
    ]),
  );
}
