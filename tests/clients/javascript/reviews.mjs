/** Who one is, what one may do, tokens, certificates, and what else is asked and not kept. */

import {
  AuthenticationV1Api,
  AuthorizationV1Api,
  CoreV1Api,
  Health,
  KubeConfig,
  Metrics,
  PolicyV1Api,
  topNodes,
  VersionApi,
} from "@kubernetes/client-node";
import { plain, refusal, step } from "./report.mjs";

const namespace = "default";

/** @param {KubeConfig} config */
export async function reviews(config) {
  const subject = "reviews";
  const authorization = config.makeApiClient(AuthorizationV1Api);
  const authentication = config.makeApiClient(AuthenticationV1Api);
  const core = config.makeApiClient(CoreV1Api);
  const resourceAttributes = {
    namespace,
    verb: "create",
    group: "apps",
    resource: "deployments",
    subresource: "scale",
  };
  await step(subject, "what one may do", async () => {
    const { status } = await authorization.createSelfSubjectAccessReview({
      body: { spec: { resourceAttributes } },
    });
    return status.allowed;
  });
  await step(subject, "what another may do", async () => {
    const spec = {
      user: "nobody",
      groups: ["system:authenticated"],
      nonResourceAttributes: { path: "/livez", verb: "get" },
    };
    return (await authorization.createSubjectAccessReview({ body: { spec } }))
      .status.allowed;
  });
  await step(subject, "what may be done here", async () => {
    const body = { spec: { user: "nobody", resourceAttributes } };
    return (await authorization.createNamespacedLocalSubjectAccessReview({
      namespace,
      body,
    })).status.allowed;
  });
  await step(subject, "rules", async () => {
    return plain(
      await authorization.createSelfSubjectRulesReview({
        body: { spec: { namespace } },
      }),
    ).status;
  });
  await step(subject, "who one is", async () => {
    const { status } = await authentication.createSelfSubjectReview({
      body: {},
    });
    const { username, groups } = status.userInfo;
    return { username, groups };
  });
  await step(subject, "nothing asked", () => {
    return refusal(() => authorization.createSelfSubjectAccessReview({ body: { spec: {} } }));
  });

  await step("tokens", "of an account", async () => {
    await core.createNamespacedServiceAccount({
      namespace,
      body: { metadata: { name: "js" } },
    });
    const { status, spec } = await core.createNamespacedServiceAccountToken({
      namespace,
      name: "js",
      body: { spec: { audiences: [], expirationSeconds: 3600 } },
    });
    if (!(status.expirationTimestamp instanceof Date)) {
      throw new Error("the token's end is no date");
    }
    const own = new KubeConfig();
    own.loadFromOptions({
      clusters: config.clusters,
      users: [{ name: "js", token: status.token }],
      contexts: [{ name: "js", cluster: config.clusters[0].name, user: "js" }],
      currentContext: "js",
    });
    const asked = await own.makeApiClient(AuthenticationV1Api)
      .createSelfSubjectReview({ body: {} });
    const reviewed = await authentication.createTokenReview({
      body: { spec: { token: status.token } },
    });
    return {
      seconds: spec.expirationSeconds,
      asked: asked.status.userInfo.username,
      reviewed: [
        reviewed.status.authenticated,
        reviewed.status.audiences,
        reviewed.status.user.groups,
      ],
    };
  });
  await step("tokens", "that are none", async () => {
    const { status } = await authentication.createTokenReview({
      body: { spec: { token: "none" } },
    });
    return status;
  });
  await step("tokens", "for a second", () => {
    const body = { spec: { audiences: [], expirationSeconds: 1 } };
    return refusal(() => core.createNamespacedServiceAccountToken({ namespace, name: "js", body }));
  });
  await step("tokens", "refused", async () => {
    const own = new KubeConfig();
    own.loadFromClusterAndUser(config.clusters[0], {
      name: "nobody",
      token: "none",
    });
    return await refusal(() => own.makeApiClient(CoreV1Api).listNamespacedPod({ namespace }));
  });

  const pod = {
    metadata: { name: "js-pod" },
    spec: { containers: [{ name: "a", image: "nginx" }] },
  };
  await step("pods", "bind and evict", async () => {
    const made = plain(
      await core.createNamespacedPod({ namespace, body: pod }),
    );
    delete made.spec.volumes;
    delete made.spec.containers[0].volumeMounts;
    const bound = await core.createNamespacedPodBinding({
      namespace,
      name: "js-pod",
      body: {
        metadata: { name: "js-pod" },
        target: { kind: "Node", name: "a-node" },
      },
    });
    const { spec, status } = await core.readNamespacedPod({
      namespace,
      name: "js-pod",
    });
    const evicted = await config.makeApiClient(PolicyV1Api).constructor.name;
    const eviction = await core.createNamespacedPodEviction({
      namespace,
      name: "js-pod",
      body: {
        metadata: { name: "js-pod", namespace },
        deleteOptions: { gracePeriodSeconds: 0 },
      },
    });
    return {
      made,
      bound: plain(bound).status,
      node: spec.nodeName,
      scheduled: status.conditions?.map(({ type, status }) => `${type}=${status}`),
      evicted,
      eviction: plain(eviction).status,
    };
  });

  await step("server", "version", async () => {
    const version = await config.makeApiClient(VersionApi).getCode();
    return Object.keys(version).sort();
  });
  await step("server", "health", async () => {
    const health = new Health(config);
    return { ready: await health.readyz({}), live: await health.livez({}) };
  });
  await step("server", "no metrics of nodes", async () => {
    try {
      return await new Metrics(config).getNodeMetrics();
    } catch (error) {
      return error.code ?? error.message;
    }
  });
  await step("server", "what nodes have", async () => {
    await core.createNode({ body: { metadata: { name: "js-node" } } });
    const node = await core.readNode({ name: "js-node" });
    node.status.capacity = { cpu: "4", memory: "8Gi", pods: "110" };
    node.status.allocatable = { cpu: "3500m", memory: "7G", pods: "110" };
    await core.replaceNodeStatus({ name: "js-node", body: node });
    const tops = await topNodes(core);
    await core.deleteNode({ name: "js-node" });
    return tops.map(({ Node, CPU, Memory }) => ({
      node: Node.metadata.name,
      cpu: `${CPU.Capacity}`,
      memory: `${Memory.Capacity}`,
    }));
  });
}
