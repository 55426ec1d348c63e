/**
 * What is done to accounts, their tokens, the tokens of new nodes, and roles that sum others up: whoever looks
 * after them, the same comes of it.
 *
 * @module
 */

import { type AnyObject, ClusterRole, ConfigMap, Secret, ServiceAccount } from "../../mod.ts";
import type { ObjectStage } from "./object_stage.ts";
import { HELD } from "./stage.ts";

/** Plays on a stage; both sides are compared at its end. */
export type ObjectScenario = (stage: ObjectStage) => Promise<void>;

const ROOT = "kube-root-ca.crt";
const ACCOUNT = "kubernetes.io/service-account.name";
const UID = "kubernetes.io/service-account.uid";
const PUBLIC = "kube-public";
const SYSTEM = "kube-system";
const base64 = (text: string) => new TextEncoder().encode(text).toBase64();

const isThere = (one?: AnyObject) => one !== undefined;
const isFilled = (one?: AnyObject) => one?.data?.token !== undefined;
const isDeleting = (one?: AnyObject) => one?.metadata?.deletionTimestamp !== undefined;

async function token(
  stage: ObjectStage,
  name: string,
  annotations: Record<string, string>,
  more: object = {},
): Promise<void> {
  await stage.make(
    Secret,
    name,
    { type: "kubernetes.io/service-account-token", ...more },
    { annotations },
  );
}

/** An account, and a secret that has its token. */
async function withToken(stage: ObjectStage): Promise<AnyObject> {
  const robot = await stage.make(ServiceAccount, "robot");
  await token(stage, "t", { [ACCOUNT]: "robot" });
  await stage.comes(Secret, "t", isFilled);
  return robot;
}

/** Waits until controllers have come to what was done before: another secret has its token. */
async function settled(stage: ObjectStage, mark = "later"): Promise<void> {
  await stage.make(ServiceAccount, mark);
  await token(stage, mark, { [ACCOUNT]: mark });
  await stage.comes(Secret, mark, isFilled);
}

const ACCOUNTS: Readonly<Record<string, ObjectScenario>> = {
  async "a namespace has an account and the authorities"(stage) {
    await stage.comes(ServiceAccount, "default", isThere);
    await stage.comes(ConfigMap, ROOT, isThere);
  },
  async "the account of a namespace comes back, another does not"(stage) {
    await stage.comes(ServiceAccount, "default", isThere);
    await stage.make(ServiceAccount, "robot");
    await stage.remove(ServiceAccount, "robot");
    await stage.remove(ServiceAccount, "default");
    await stage.comes(ServiceAccount, "default", isThere);
  },
  async "the account of a namespace is as somebody has changed it"(stage) {
    await stage.comes(ServiceAccount, "default", isThere);
    await stage.change(ServiceAccount, "default", {
      metadata: { labels: { a: "b" } },
      secrets: [{ name: "none" }],
      automountServiceAccountToken: false,
    });
    await settled(stage);
  },
  async "a namespace on its way out gets nothing any more"(stage) {
    const other = await stage.also("other");
    await stage.comes(ServiceAccount, "default", isThere, other);
    await stage.comes(ConfigMap, ROOT, isThere, other);
    const client = stage.client.with({ namespace: other });
    await client.create(ConfigMap, { metadata: { name: "held", finalizers: [HELD] } });
    await stage.client.fetch(`/api/v1/namespaces/${other}`, { method: "DELETE" })
      .then((answer) => answer.body?.cancel());
    await client.delete(ServiceAccount, "default");
    await client.delete(ConfigMap, ROOT);
    await settled(stage);
  },
  async "the authorities come back"(stage) {
    await stage.comes(ConfigMap, ROOT, isThere);
    await stage.remove(ConfigMap, ROOT);
    await stage.comes(ConfigMap, ROOT, isThere);
  },
  async "the authorities are what they were"(stage) {
    await stage.comes(ConfigMap, ROOT, isThere);
    await stage.change(ConfigMap, ROOT, { data: { "ca.crt": "x" } });
    await stage.comes(ConfigMap, ROOT, (one) => one?.data?.["ca.crt"] !== "x");
    await stage.change(ConfigMap, ROOT, {
      metadata: { labels: { a: "b" } },
      data: { more: "x", "ca.crt": null },
    });
    await stage.comes(ConfigMap, ROOT, (one) => one?.data?.more === undefined);
  },
  async "what the authorities are for is said again, unless somebody says something else"(stage) {
    await stage.comes(ConfigMap, ROOT, isThere);
    const key = "kubernetes.io/description";
    await stage.change(ConfigMap, ROOT, { metadata: { annotations: { [key]: null, a: "b" } } });
    const said = (one?: AnyObject) => one?.metadata?.annotations?.[key] !== undefined;
    await stage.comes(ConfigMap, ROOT, said);
    await stage.same("again");
    await stage.change(ConfigMap, ROOT, { metadata: { annotations: { [key]: "mine" } } });
    await settled(stage);
    await stage.same("mine");
    await stage.change(ConfigMap, ROOT, { data: { more: "x" } });
    await stage.comes(ConfigMap, ROOT, (one) => one?.data?.more === undefined);
  },
};

const TOKENS: Readonly<Record<string, ObjectScenario>> = {
  async "a secret gets the token of its account"(stage) {
    await withToken(stage);
  },
  async "a secret that names no account that is there goes"(stage) {
    await token(stage, "t", { [ACCOUNT]: "nobody" });
    await stage.gone(Secret, "t");
  },
  async "a secret that names an earlier account goes"(stage) {
    await stage.make(ServiceAccount, "robot");
    await token(stage, "t", {
      [ACCOUNT]: "robot",
      [UID]: "01234567-89ab-4cde-8f01-23456789abcd",
    });
    await stage.gone(Secret, "t");
  },
  async "tokens go with their account"(stage) {
    await withToken(stage);
    await token(stage, "held", { [ACCOUNT]: "robot" });
    await stage.comes(Secret, "held", isFilled);
    await stage.change(Secret, "held", { metadata: { finalizers: [HELD] } });
    await stage.remove(ServiceAccount, "robot");
    await stage.gone(Secret, "t");
    await stage.comes(Secret, "held", isDeleting);
  },
  async "an account that comes back has no tokens of before"(stage) {
    await withToken(stage);
    await stage.remove(ServiceAccount, "robot");
    await stage.make(ServiceAccount, "robot");
    await stage.gone(Secret, "t");
    await token(stage, "t", { [ACCOUNT]: "robot" });
    await stage.comes(Secret, "t", isFilled);
  },
  async "a token that was lost is written again"(stage) {
    await withToken(stage);
    await stage.change(Secret, "t", { data: { token: null, more: base64("kept") } });
    await stage.comes(Secret, "t", isFilled);
    await stage.change(Secret, "t", { data: { namespace: null, "ca.crt": base64("x") } });
    await stage.comes(Secret, "t", (one) => one?.data?.namespace !== undefined);
  },
  async "what somebody has written stays where it may"(stage) {
    await stage.make(ServiceAccount, "robot");
    await token(stage, "t", { [ACCOUNT]: "robot" }, {
      data: { token: base64("mine"), namespace: base64("elsewhere"), "ca.crt": base64("x") },
    });
    await stage.comes(
      Secret,
      "t",
      (one) => one?.data?.["ca.crt"] !== undefined && one.data["ca.crt"] !== base64("x"),
    );
  },
  async "an account forgets a secret that is gone"(stage) {
    await withToken(stage);
    await stage.change(ServiceAccount, "robot", { secrets: [{ name: "t" }, { name: "other" }] });
    await settled(stage);
    await stage.remove(Secret, "t");
    await stage.comes(ServiceAccount, "robot", (one) => one?.secrets?.length === 1);
  },
  async "an account does not forget secrets that never had its token"(stage) {
    const robot = await stage.make(ServiceAccount, "robot", { secrets: [{ name: "plain" }] });
    await stage.make(Secret, "plain", { data: { a: base64("b") } }, {
      annotations: { [ACCOUNT]: robot.metadata!.name },
    });
    await settled(stage);
    await stage.remove(Secret, "plain");
    await settled(stage, "latest");
  },
  async "a secret that is given to another account goes"(stage) {
    await withToken(stage);
    await stage.make(ServiceAccount, "other");
    await stage.change(Secret, "t", { metadata: { annotations: { [ACCOUNT]: "other" } } });
    await stage.gone(Secret, "t");
  },
  async "a secret that no longer says which account it means is told again"(stage) {
    await withToken(stage);
    await stage.change(Secret, "t", {
      metadata: { annotations: { [UID]: null } },
      data: { token: null },
    });
    await stage.comes(Secret, "t", isFilled);
  },
  async "a secret that comes before its account goes"(stage) {
    await token(stage, "t", { [ACCOUNT]: "robot" });
    await stage.gone(Secret, "t");
    await stage.make(ServiceAccount, "robot");
    await settled(stage);
  },
};

const SECRET = "0123456789abcdef";

/** The token of a new node. Its id is the scenario's: all share a namespace. */
async function bootstrapToken(
  stage: ObjectStage,
  id: string,
  more: Record<string, string> = {},
  namespace = SYSTEM,
): Promise<void> {
  const name = `bootstrap-token-${id}`;
  if (namespace === SYSTEM) stage.elsewhere(Secret, namespace, name);
  await stage.client.create(Secret, {
    metadata: { name, namespace },
    type: "bootstrap.kubernetes.io/token",
    stringData: { "token-id": id, "token-secret": SECRET, ...more },
  });
}

const inSeconds = (seconds: number) =>
  new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+/, "");

const SIGNS = { "usage-bootstrap-signing": "true" };

const JOINING: Readonly<Record<string, ObjectScenario>> = {
  async "what new nodes are told is signed by their tokens"(stage) {
    const place = { namespace: PUBLIC, name: "cluster-info" };
    stage.elsewhere(ConfigMap, place.namespace, place.name);
    const client = stage.client;
    await client.create(ConfigMap, {
      metadata: place,
      data: { kubeconfig: "text", other: "stays", "jws-kubeconfig-gonegg": "x" },
    });
    const keys = async (count: number) =>
      await stage.comes(
        ConfigMap,
        place.name,
        (one) =>
          Object.keys(one?.data ?? {}).filter((key) => key.startsWith("jws-")).length === count,
        place.namespace,
      );
    await bootstrapToken(stage, "signsa", SIGNS);
    await bootstrapToken(stage, "signsb", { ...SIGNS, description: "more" });
    await bootstrapToken(stage, "silent", { "usage-bootstrap-authentication": "true" });
    await bootstrapToken(stage, "nosign", { "usage-bootstrap-signing": "yes" });
    await keys(2);
    await stage.same("signed");
    await client.patch(ConfigMap, place, { data: { kubeconfig: "other text" } });
    await stage.same("signed again");
    await client.patch(ConfigMap, place, { data: { "jws-kubeconfig-signsa": "forged" } });
    await stage.same("repaired");
    await client.delete(Secret, { namespace: SYSTEM, name: "bootstrap-token-signsa" });
    await keys(1);
    await stage.same("one less");
    await client.patch(ConfigMap, place, { data: { kubeconfig: null } });
    await client.delete(Secret, { namespace: SYSTEM, name: "bootstrap-token-signsb" });
    await stage.pass(1);
    await stage.same("nothing to sign");
    await client.patch(ConfigMap, place, { data: { kubeconfig: "text" } });
    await keys(0);
  },
  async "tokens of nodes go when they end"(stage) {
    await bootstrapToken(stage, "passed", { expiration: inSeconds(-60) });
    await bootstrapToken(stage, "coming", { expiration: inSeconds(4) });
    await bootstrapToken(stage, "foever");
    await bootstrapToken(stage, "nolate", { expiration: inSeconds(3600) });
    const name = (id: string) => `bootstrap-token-${id}`;
    for (const id of ["passed", "coming"]) {
      await stage.comes(Secret, name(id), (one) => one === undefined, SYSTEM);
    }
  },
  async "tokens whose end can't be read go"(stage) {
    const texts = ["tomorrow", "2026-01-02", "2999-13-01T00:00:00Z"];
    for (const [index, expiration] of texts.entries()) {
      await bootstrapToken(stage, `strng${index}`, { expiration });
    }
    await bootstrapToken(stage, "offset", { expiration: "2999-01-02T03:04:05+01:00" });
    await bootstrapToken(stage, "finely", { expiration: "2999-01-02T03:04:05.25Z" });
    for (const index of texts.keys()) {
      const name = `bootstrap-token-strng${index}`;
      await stage.comes(Secret, name, (one) => one === undefined, SYSTEM);
    }
  },
  async "a token's end may change"(stage) {
    await bootstrapToken(stage, "sooner", { expiration: inSeconds(3600) });
    await bootstrapToken(stage, "laterr", { expiration: inSeconds(5) });
    const name = (id: string) => ({ namespace: SYSTEM, name: `bootstrap-token-${id}` });
    const change = (id: string, expiration: string) =>
      stage.client.patch(Secret, name(id), { stringData: { expiration } } as never);
    await change("laterr", inSeconds(3600));
    await change("sooner", inSeconds(1));
    await stage.comes(Secret, name("sooner").name, (one) => one === undefined, SYSTEM);
    await stage.pass(5);
  },
  async "tokens that are elsewhere, or of another type, stay"(stage) {
    await bootstrapToken(stage, "abcdef", { expiration: inSeconds(-60) }, stage.namespace);
    const name = "bootstrap-token-opaque";
    stage.elsewhere(Secret, SYSTEM, name);
    await stage.client.create(Secret, {
      metadata: { name, namespace: SYSTEM },
      stringData: { "token-id": "opaque", "token-secret": SECRET, expiration: inSeconds(-60) },
    });
    await stage.pass(2);
  },
};

const on = (resource: string, ...verbs: string[]) => ({
  verbs: verbs.length > 0 ? verbs : ["get"],
  apiGroups: [""],
  resources: [resource],
});

const sumOf = (...labels: Record<string, string>[]) => ({
  aggregationRule: { clusterRoleSelectors: labels.map((matchLabels) => ({ matchLabels })) },
});

const rulesAre = (count: number) => (one?: AnyObject) => (one?.rules?.length ?? 0) === count;

/** A role of the scenario, in a team of the scenario. */
function role(stage: ObjectStage, name: string, team: string, more: object): Promise<AnyObject> {
  return stage.make(ClusterRole, name, more, { labels: { [stage.namespace]: team } });
}

const ROLES: Readonly<Record<string, ObjectScenario>> = {
  async "a role sums others up, and follows them"(stage) {
    await role(stage, "pods", "a", { rules: [on("pods"), on("secrets", "list", "get")] });
    await role(stage, "other", "b", { rules: [on("services")] });
    await role(stage, "sum", "none", sumOf({ [stage.namespace]: "a" }));
    await stage.comes(ClusterRole, "sum", rulesAre(2));
    await role(stage, "nodes", "a", { rules: [on("nodes"), on("pods")] });
    await stage.comes(ClusterRole, "sum", rulesAre(3));
    await stage.same("three");
    await stage.change(ClusterRole, "pods", { rules: [on("events")] });
    await stage.comes(ClusterRole, "sum", (one) => JSON.stringify(one).includes("events"));
    await stage.same("changed");
    await stage.remove(ClusterRole, "pods");
    await stage.comes(ClusterRole, "sum", rulesAre(2));
  },
  async "rules that somebody writes into a sum go"(stage) {
    await role(stage, "pods", "a", { rules: [on("pods")] });
    await role(stage, "sum", "none", {
      ...sumOf({ [stage.namespace]: "a" }),
      rules: [on("secrets")],
    });
    await stage.comes(
      ClusterRole,
      "sum",
      (one) => JSON.stringify(one?.rules) === JSON.stringify([on("pods")]),
    );
    await stage.change(ClusterRole, "sum", { rules: [on("nodes"), on("pods")] });
    await stage.comes(ClusterRole, "sum", rulesAre(1));
  },
  async "a sum of which nothing is left has no rules"(stage) {
    await role(stage, "nothing", "none", sumOf({ [stage.namespace]: "nobody" }));
    await role(stage, "pods", "a", { rules: [on("pods")] });
    await role(stage, "sum", "none", sumOf({ [stage.namespace]: "a" }));
    await stage.comes(ClusterRole, "sum", rulesAre(1));
    await stage.remove(ClusterRole, "pods");
    await stage.comes(ClusterRole, "sum", rulesAre(0));
  },
  async "sums of sums, and of several teams"(stage) {
    await role(stage, "pods", "a", { rules: [on("pods")] });
    await role(stage, "nodes", "b", { rules: [on("nodes")] });
    await role(stage, "all-of-a", "b", sumOf({ [stage.namespace]: "a" }));
    await role(
      stage,
      "both",
      "none",
      sumOf({ [stage.namespace]: "a" }, { [stage.namespace]: "b" }),
    );
    await stage.comes(ClusterRole, "both", rulesAre(2));
  },
  async "a sum does not sum itself up"(stage) {
    await role(stage, "pods", "a", { rules: [on("pods")] });
    await role(stage, "sum", "a", {
      ...sumOf({ [stage.namespace]: "a" }),
      rules: [on("secrets")],
    });
    await stage.comes(
      ClusterRole,
      "sum",
      (one) => JSON.stringify(one?.rules) === JSON.stringify([on("pods")]),
    );
  },
  async "a role that stops being a sum keeps what it has"(stage) {
    await role(stage, "pods", "a", { rules: [on("pods")] });
    await role(stage, "sum", "none", sumOf({ [stage.namespace]: "a" }));
    await stage.comes(ClusterRole, "sum", rulesAre(1));
    await stage.change(ClusterRole, "sum", { aggregationRule: null });
    await role(stage, "nodes", "a", { rules: [on("nodes")] });
    await role(stage, "later", "none", sumOf({ [stage.namespace]: "a" }));
    await stage.comes(ClusterRole, "later", rulesAre(2));
  },
};

/** All of them. */
export const ACCOUNT_SCENARIOS: Readonly<Record<string, ObjectScenario>> = {
  ...ACCOUNTS,
  ...TOKENS,
  ...JOINING,
  ...ROLES,
};
