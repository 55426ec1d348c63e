/**
 * Pods, what makes pods, and namespaces under the levels of pod security: answers and warnings.
 *
 * @module
 */

import type { Area } from "../scenario.ts";
import type { AnyObject, Session } from "../session.ts";
import { container, pod } from "./admission_case.ts";

const PREFIX = "pod-security.kubernetes.io/";

/** Labels of a namespace, without what they begin with. */
const labels = (said: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(said).map(([key, value]) => [`${PREFIX}${key}`, value]));

/** Keeps to the strictest level of every version. */
const RESTRICTED = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ["ALL"] },
  runAsNonRoot: true,
  seccompProfile: { type: "RuntimeDefault" },
};

const strict = (name: string, spec: AnyObject = {}) =>
  pod(name, { containers: [container("c", { securityContext: RESTRICTED })], ...spec });
const bad = (name: string, spec: AnyObject = {}, metadata: AnyObject = {}) =>
  pod(name, {
    containers: [container("c", { securityContext: { privileged: true } })],
    hostNetwork: true,
    ...spec,
  }, metadata);

const template = { metadata: { labels: { a: "b" } }, spec: bad("x").spec };
const selector = { matchLabels: { a: "b" } };
const job = { template: { spec: { ...template.spec, restartPolicy: "Never" } } };

const WORKLOADS: Readonly<Record<string, AnyObject>> = {
  "apis/apps/v1/$/deployments": { spec: { selector, template } },
  "apis/apps/v1/$/replicasets": { spec: { selector, template } },
  "apis/apps/v1/$/statefulsets": { spec: { selector, template, serviceName: "s" } },
  "apis/apps/v1/$/daemonsets": { spec: { selector, template } },
  "apis/batch/v1/$/jobs": { spec: job },
  "apis/batch/v1/$/cronjobs": { spec: { schedule: "* * * * *", jobTemplate: { spec: job } } },
  "api/v1/$/replicationcontrollers": { spec: { selector: { a: "b" }, template } },
  "api/v1/$/podtemplates": { template },
};

async function inNamespace(
  session: Session,
  said: Readonly<Record<string, string>>,
): Promise<string> {
  const name = `ps-${session.id}`;
  await session.post("/api/v1/namespaces", { metadata: { name, labels: labels(said) } });
  return `/api/v1/namespaces/${name}`;
}

const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  none: {},
  "all levels": { enforce: "baseline", audit: "restricted", warn: "restricted" },
  "warnings follow": { enforce: "restricted", "enforce-version": "v1.24" },
  "warnings of another version": { enforce: "restricted", "warn-version": "v1.8" },
  "an old version": { enforce: "restricted", "enforce-version": "v1.0" },
  "a later version": { enforce: "restricted", "enforce-version": "v1.99" },
  "a very late version": { warn: "baseline", "warn-version": "v1.99999999999999999999" },
  "no level": { enforce: "strict", audit: "", warn: "Baseline" },
  "no version": { "enforce-version": "1.20", "audit-version": "v1.020", "warn-version": "v2.0" },
  "privileged in words": { enforce: "privileged", audit: "privileged", warn: "privileged" },
};

const CHANGES: readonly (readonly [
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string | null>>,
])[] = [
  [{}, { enforce: "baseline" }],
  [{}, { enforce: "restricted", "enforce-version": "v1.20" }],
  [{ enforce: "baseline" }, { enforce: "restricted" }],
  [{ enforce: "restricted" }, { enforce: "baseline" }],
  [{ enforce: "restricted" }, { enforce: "baseline", "enforce-version": "v1.10" }],
  [{ enforce: "baseline" }, { enforce: null }],
  [{ enforce: "baseline" }, { enforce: "none" }],
  [{ warn: "baseline" }, { warn: "none", audit: "none" }],
];

const owned = (uid: string) => ({
  ownerReferences: [{
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    name: "r",
    uid,
    controller: true,
  }],
});

/** What the exempt of the configuration may do is a scenario of its own: it needs their names. */
export const podSecurity: Area = {
  name: "pod security",
  *scenarios() {
    for (const [name, said] of Object.entries(LABELS)) {
      yield {
        name: `pods under ${name}`,
        async run(session) {
          const place = await inNamespace(session, said);
          for (const made of [strict("strict"), pod("plain"), bad("bad")]) {
            await session.post(`${place}/pods`, made);
          }
          await session.post(`${place}/pods?dryRun=All`, bad("dry"));
        },
      };
    }
    yield {
      name: "what makes pods",
      async run(session) {
        const place = await inNamespace(session, { audit: "baseline", warn: "baseline" });
        const namespace = place.slice("/api/v1/".length);
        for (const [path, made] of Object.entries(WORKLOADS)) {
          const where = `/${path.replace("$", namespace)}`;
          await session.post(where, { metadata: { name: "w" }, ...made });
          await session.patch(`${where}/w`, "merge", { metadata: { labels: { x: "y" } } });
        }
      },
    };
    yield {
      name: "changes of pods",
      async run(session) {
        const place = await inNamespace(session, {});
        for (const name of ["a", "b"]) await session.post(`${place}/pods`, bad(name));
        await session.patch(place, "merge", {
          metadata: { labels: labels({ enforce: "baseline" }) },
        });
        const change = (spec: AnyObject) => session.patch(`${place}/pods/a`, "strategic", { spec });
        await session.patch(`${place}/pods/a`, "merge", { metadata: { labels: { x: "y" } } });
        await change({ containers: [{ name: "c", image: "other" }] });
        await change({ tolerations: [{ key: "k", operator: "Exists" }] });
        await session.patch(`${place}/pods/a/ephemeralcontainers`, "strategic", {
          spec: { ephemeralContainers: [{ name: "e", image: "i" }] },
        });
        await session.patch(`${place}/pods/b/status`, "merge", { status: { phase: "Running" } });
        await session.delete(`${place}/pods/b`, { gracePeriodSeconds: 0 });
      },
    };
    for (const [index, [before, after]] of CHANGES.entries()) {
      yield {
        name: `changes of namespaces ${index}`,
        async run(session) {
          const place = await inNamespace(session, { ...before, enforce: "privileged" });
          for (const name of ["b", "a", "c"]) await session.post(`${place}/pods`, bad(name));
          await session.post(`${place}/pods`, pod("plain"));
          await session.post(`${place}/pods`, strict("strict"));
          for (const name of ["r1", "r2"]) {
            await session.post(`${place}/pods`, bad(name, { hostPID: true }, owned("1")));
          }
          // The reference's plugin sees pods a moment later.
          await session.patchUntil(
            place,
            ({ headers }) => headers.get("warning")?.includes("a (and 4 other pods): ") ?? false,
            { metadata: { labels: labels({ enforce: "baseline" }) } },
          );
          await session.patch(place, "merge", {
            metadata: { labels: { ...labels({ enforce: "privileged" }), ...labels(before) } },
          });
          const changed = labels(after as Record<string, string>);
          await session.patch(place, "merge", { metadata: { labels: changed } });
          await session.patch(place, "merge", { metadata: { labels: { other: "x" } } });
        },
      };
    }
    yield {
      name: "who is exempt",
      alone: true,
      async run(session) {
        const place = "/api/v1/namespaces/exempt";
        const said = labels({ enforce: "restricted", "audit-version": "v1.3" });
        await session.post("/api/v1/namespaces", { metadata: { name: "exempt", labels: said } });
        await session.post(`${place}/pods`, bad("bad"));
        await session.patch(place, "merge", {
          metadata: { labels: labels({ enforce: "baseline", audit: "restricted" }) },
        });
        await session.patch(place, "merge", {
          metadata: { labels: labels({ enforce: "restricted" }) },
        });
        const other = await inNamespace(session, { enforce: "restricted" });
        await session.post("/apis/node.k8s.io/v1/runtimeclasses", {
          metadata: { name: "sandbox" },
          handler: "h",
        });
        await session.until(
          "/apis/node.k8s.io/v1/runtimeclasses/sandbox",
          ({ status }) => status === 200,
        );
        await session.until(
          `${other}/pods?dryRun=All`,
          ({ status }) => status === 201,
          bad("wait", { runtimeClassName: "sandbox" }),
        );
        await session.post(`${other}/pods`, bad("sandboxed", { runtimeClassName: "sandbox" }));
        await session.post(`${other}/pods`, bad("not"));
        const headers = { "impersonate-user": "trusted", "impersonate-group": "system:masters" };
        await session.post(`${other}/pods`, bad("trusted"), { headers });
      },
    };
  },
};
