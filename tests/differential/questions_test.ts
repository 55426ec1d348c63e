/** What webhooks of all kinds are asked here, and by the reference's server. */
import { eventually } from "../../testing/eventually.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { Asked, differing } from "./questions.ts";
import { type Pair, type Side, SIDES, startPair } from "./servers.ts";

const JSON_TYPE = "application/json";
const MERGE = "application/merge-patch+json";
const STRATEGIC = "application/strategic-merge-patch+json";
const APPLY = "application/apply-patch+yaml";
const N = "/api/v1/namespaces/default";
const MAPS = `${N}/configmaps`;
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const SCALERS = "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
const REVIEWS = "/apis/authorization.k8s.io/v1";

const POD = { containers: [{ name: "c", image: "i" }] };
const TEMPLATE = { metadata: { labels: { a: "b" } }, spec: POD };
const SCALE = { apiVersion: "autoscaling/v1", kind: "Scale" };
const ACTING = {
  "impersonate-user": "joe",
  "impersonate-group": "g",
  "impersonate-uid": "7",
  "impersonate-extra-example.com%2fa": "v",
};

/** What Jane asks both servers for, one after the other. */
const REQUESTS: readonly (readonly [
  request: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
])[] = [
  [`POST ${MAPS}`, { metadata: { name: "a", labels: { x: "y" } }, data: { k: "v" } }],
  [`POST ${MAPS}`, { metadata: { generateName: "gen-" } }],
  [
    `POST ${MAPS}?dryRun=All&fieldManager=me&fieldValidation=Strict&pretty=true`,
    { metadata: { name: "dry" } },
  ],
  [`PUT ${MAPS}/a`, { metadata: { name: "a" }, data: { k: "w" } }],
  ["PUT /apis/coordination.k8s.io/v1/namespaces/default/leases/l", { metadata: { name: "l" } }],
  [`PATCH ${MAPS}/a?fieldManager=p`, { data: { z: "1" } }, { "content-type": MERGE }],
  [`PATCH ${MAPS}/a`, { data: { s: "1" } }, { "content-type": STRATEGIC }],
  [
    `PATCH ${MAPS}/applied?fieldManager=m&force=true`,
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "applied" }, data: { s: "1" } },
    { "content-type": APPLY },
  ],
  [`GET ${MAPS}/a`],
  [`GET ${MAPS}?labelSelector=x%3Dy,z&fieldSelector=metadata.name%3Da&limit=3`],
  ["GET /api/v1/pods?labelSelector=x%20in%20(a,b),!c&fieldSelector=spec.nodeName!%3Da"],
  ["GET /api/v1/pods?labelSelector=x%20in%20(a"],
  [`GET ${MAPS}?watch=true&timeoutSeconds=1`],
  ["GET /api/v1/watch/namespaces/default/configmaps?timeoutSeconds=1"],
  ["GET /healthz/ping"],
  ["GET /apis/none.example.com/v1/namespaces/x/ys/z/w"],
  [`DELETE ${MAPS}/a?propagationPolicy=Orphan`, { gracePeriodSeconds: 0 }],
  [`DELETE ${MAPS}/applied?gracePeriodSeconds=3&dryRun=All`],
  [`DELETE ${MAPS}/none`],
  [`DELETE ${MAPS}?labelSelector=none`],
  [`POST ${N}/pods`, { metadata: { name: "p" }, spec: POD }],
  [`PATCH ${N}/pods/p/status`, { status: { phase: "Running" } }, { "content-type": MERGE }],
  [
    `PATCH ${N}/pods/p/ephemeralcontainers`,
    { spec: { ephemeralContainers: [{ name: "d", image: "i" }] } },
    { "content-type": STRATEGIC },
  ],
  [`POST ${N}/pods/p/binding`, { metadata: { name: "p" }, target: { name: "node" } }],
  [`GET ${N}/pods/p/exec?command=a&command=b&stdout=true`],
  [`POST ${N}/pods/p/exec?command=a&stdin=true&tty=true&container=c`],
  [`GET ${N}/pods/p/portforward?ports=80`],
  [`GET ${N}/pods/p/log?follow=true&tailLines=3`],
  [`GET ${N}/pods/p/proxy/some/path?q=1`],
  [`POST ${N}/pods/p/eviction`, {
    metadata: { name: "p" },
    deleteOptions: { gracePeriodSeconds: 1 },
  }],
  [`DELETE ${N}/pods/p?gracePeriodSeconds=0`],
  [`POST ${DEPLOYMENTS}`, {
    metadata: { name: "d" },
    spec: { selector: { matchLabels: { a: "b" } }, template: TEMPLATE },
  }],
  [`GET ${DEPLOYMENTS}/d/scale`],
  [`PUT ${DEPLOYMENTS}/d/scale`, { ...SCALE, metadata: { name: "d" }, spec: { replicas: 3 } }],
  [`PATCH ${DEPLOYMENTS}/d/scale`, { spec: { replicas: 4 } }, { "content-type": MERGE }],
  [`POST ${SCALERS}`, {
    metadata: { name: "h" },
    spec: { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "d" } },
  }],
  [`PATCH ${SCALERS}/h`, { spec: { maxReplicas: 4 } }, { "content-type": MERGE }],
  [`DELETE ${SCALERS}/h`],
  [`POST ${N}/serviceaccounts`, { metadata: { name: "sa" } }],
  [`POST ${N}/serviceaccounts/sa/token`, { spec: { audiences: ["x"] } }],
  [`POST ${N}/services`, { metadata: { name: "svc" }, spec: { ports: [{ port: 80 }] } }],
  [`POST ${N}/services/svc:80/proxy/a/b`, {}],
  ["POST /api/v1/nodes", { metadata: { name: "n" } }],
  ["GET /api/v1/nodes/n/proxy/metrics"],
  [`GET ${MAPS}`, undefined, ACTING],
  // Somebody else, as the reference remembers for some seconds who may act as whom.
  [`POST ${MAPS}`, { metadata: { name: "by-jim" } }, { ...ACTING, "impersonate-user": "jim" }],
  [`GET ${MAPS}`, undefined, { "impersonate-user": "system:serviceaccount:default:sa" }],
  [`POST ${REVIEWS}/selfsubjectaccessreviews`, {
    spec: { resourceAttributes: { verb: "get", resource: "pods", namespace: "x" } },
  }],
  [`POST ${REVIEWS}/subjectaccessreviews`, {
    spec: { user: "joe", nonResourceAttributes: { verb: "get", path: "/x" } },
  }],
  ["POST /apis/authentication.k8s.io/v1/tokenreviews", { spec: { token: "t", audiences: ["o"] } }],
];

/** Where questions differ, and are known to. */
const KNOWN: readonly (readonly [request: RegExp, where: RegExp, why: string])[] = [
  [
    /\/(binding|eviction|scale|token|[a-z]+reviews)$/,
    /\.body\.request\.(object|oldObject)\.metadata\.managedFields$/,
    "what nobody keeps has no owners here",
  ],
  [
    /^PUT .*\/scale$/,
    /\.body\.request\.object\.(metadata|status)\./,
    "the scale that is shown is that of the object, with what was sent in it",
  ],
  [/\/nodes\/n\/proxy\//, /^status$/, "a node without an address is no fault of the server here"],
  [
    /^DELETE .*\/pods\/p\?/,
    /^[3456]$/,
    "the reference asks once more each time it tries to delete what goes already",
  ],
];

const NAME = "webhooks are asked what the reference asks them";

for (const version of ["v1", "v1beta1"]) {
  const name = `${NAME}, in ${version}`;
  if (slowTests()) testWith(["go"], name, () => compare(version));
  else Deno.test.ignore(`${name} [in ./orch test --slow]`, () => {});
}

async function compare(version: string): Promise<void> {
  await using asked = await Asked.start();
  let folder = "";
  await using pair = await startPair({
    flags: [
      ...["--anonymous-auth=false", "--authorization-mode=Webhook"],
      `--authorization-webhook-version=${version}`,
      `--authentication-token-webhook-version=${version}`,
      "--authorization-webhook-cache-authorized-ttl=0s",
      "--authorization-webhook-cache-unauthorized-ttl=0s",
      "--authentication-token-webhook-cache-ttl=0s",
    ],
    async files(made) {
      folder = made;
      for (const side of SIDES) {
        for (const path of ["tokens", "access"]) {
          await Deno.writeTextFile(`${made}/${path}-${side}`, asked.clientConfig(side, `/${path}`));
        }
      }
      return [];
    },
    each: (side) => [
      `--authentication-token-webhook-config-file=${folder}/tokens-${side}`,
      `--authorization-webhook-config-file=${folder}/access-${side}`,
    ],
  });
  const clients = {
    ours: pair.http({ anonymous: true }),
    reference: pair.http({ anonymous: true }),
  };
  await installWebhooks(pair, asked);
  await eventually("both ask their webhooks", async () => {
    await jane(pair, clients, `POST ${MAPS}?dryRun=All`, { metadata: { name: "warm" } });
    return SIDES.every((side) => asked.questions(side).length === 4);
  });
  const problems: string[] = [];
  for (const [request, body, headers] of REQUESTS) {
    const statuses = await jane(pair, clients, request, body, headers);
    const [ours, reference] = SIDES.map((side) => asked.questions(side));
    const at = [
      ...differing(statuses.ours, statuses.reference, "status"),
      ...differing(ours, reference),
    ];
    const unknown = at.filter((where) =>
      !KNOWN.some(([which, known]) => which.test(request) && known.test(where))
    );
    if (unknown.length > 0) {
      problems.push(
        `${request}: ${unknown.join(", ")}\n${JSON.stringify([statuses, ours, reference])}`,
      );
    }
  }
  assertEquals(problems.join("\n"), "");
}

/** Webhooks that are asked about everything that Jane does; one knows only other versions of some kinds. */
async function installWebhooks(pair: Pair, asked: Asked): Promise<void> {
  const all = { apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] };
  const newer = { apiGroups: ["autoscaling"], apiVersions: ["v2"], resources: ["*"] };
  const kinds = [
    ["MutatingWebhookConfiguration", "mutate", all],
    ["ValidatingWebhookConfiguration", "validate", all],
    ["ValidatingWebhookConfiguration", "validate-newer", newer],
  ] as const;
  for (const side of SIDES) {
    for (const [kind, name, rule] of kinds) {
      const webhook = {
        name: `${name}.example.com`,
        clientConfig: asked.where(side, `/${name}`),
        rules: [{ ...rule, operations: ["*"] }],
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        matchConditions: [{
          name: "jane",
          expression: "request.userInfo.username in ['jane', 'joe', 'jim']",
        }],
      };
      const { url, http } = pair.servers[side];
      const { status, body } = await fetch(
        `${url}/apis/admissionregistration.k8s.io/v1/${kind.toLowerCase()}s`,
        {
          method: "POST",
          client: http,
          headers: { "content-type": JSON_TYPE },
          body: JSON.stringify({ metadata: { name }, webhooks: [webhook] }),
        },
      );
      await body?.cancel();
      assertEquals(status, 201, `${side} ${name}`);
    }
  }
}

/** What both sides answer Jane. */
async function jane(
  pair: Pair,
  clients: Readonly<Record<Side, Deno.HttpClient>>,
  request: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Record<Side, number>> {
  const [method, path] = request.split(" ") as [string, string];
  const statuses: Record<Side, number> = { ours: 0, reference: 0 };
  for (const side of SIDES) {
    const { status, body: answered } = await fetch(pair.servers[side].url + path, {
      method,
      client: clients[side],
      headers: {
        authorization: "Bearer of-jane",
        ...(body !== undefined && { "content-type": JSON_TYPE }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    await answered?.cancel();
    statuses[side] = status;
  }
  return statuses;
}
