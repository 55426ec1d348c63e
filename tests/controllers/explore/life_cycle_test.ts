/** What begins and ends, under schedules of faults: namespaces, dependents, and what every namespace has. */
import {
  ClusterRole,
  ConfigMap,
  Namespace,
  Pod,
  PodDisruptionBudget,
  ReplicaSet,
  ResourceQuota,
  Secret,
  ServiceAccount,
} from "../../../mod.ts";
import { endState } from "./end_state.ts";
import { testExplored } from "./explored.ts";
import { fewestReady, isActive, witness } from "./witness.ts";

const containers = [{ name: "c", image: "i" }];
const labels = { app: "web" };

testExplored("a namespace goes with all that is in it, and no other does", {
  on: ["namespace"],
  isLong: true,
  groups: ["core"],
  async scenario(env) {
    const { client } = env;
    await client.create(ConfigMap, { metadata: { name: "other" } });
    await client.create(Namespace, { metadata: { name: "a" } });
    for (const name of ["x", "y"]) {
      await client.create(ConfigMap, { metadata: { namespace: "a", name } });
      await client.create(Secret, { metadata: { namespace: "a", name } });
    }
    await client.create(ConfigMap, {
      metadata: { namespace: "a", name: "held", finalizers: ["example.com/held"] },
    });
    await client.delete(Namespace, "a");
    await env.settle("1m");
    await client.patch(ConfigMap, { namespace: "a", name: "held" }, {
      metadata: { finalizers: null },
    } as never);
    await env.settle("10m");
    return await endState(client, [ConfigMap, Secret, Namespace]);
  },
});

testExplored("what nobody owns any more goes, and nothing else", {
  on: ["garbagecollector"],
  // It ended after it had let an owner go before it knew all dependents.
  replays: [
    "eyJzZWVkIjoxMzMzNTAxMTA3LCJub3ciOiIyMDI2LTAxLTAyVDAzOjA0OjA1WiIsImZhdWx0cyI6W3sidmVyYiI6ImdldCIsImtpbmQiOnsiZ3JvdXAiOiIiLCJ2ZXJzaW9uIjoidjEiLCJraW5kIjoiQ29uZmlnTWFwIiwicGx1cmFsIjoiY29uZmlnbWFwcyIsIm5hbWVzcGFjZWQiOnRydWV9LCJudGgiOjYsInRpbWVzIjoxLCJmYXVsdCI6ImtpbGwifSx7InZlcmIiOiJsaXN0Iiwia2luZCI6eyJncm91cCI6IiIsInZlcnNpb24iOiJ2MSIsImtpbmQiOiJTZWNyZXQiLCJwbHVyYWwiOiJzZWNyZXRzIiwibmFtZXNwYWNlZCI6dHJ1ZX0sIm50aCI6MSwidGltZXMiOjEsImZvciI6IjFtIiwiZmF1bHQiOiJkZWxheSJ9XX0=",
  ],
  groups: ["core"],
  async scenario(env) {
    const { client } = env;
    const ownerOf = async (name: string, more: object = {}) => {
      const { uid } = (await client.get(ConfigMap, name)).metadata;
      return [{ apiVersion: "v1", kind: "ConfigMap", name, uid, ...more }];
    };
    for (const name of ["gone", "kept", "orphaning", "foreground"]) {
      await client.create(ConfigMap, { metadata: { name } });
    }
    const dependent = async (name: string, ...owners: readonly object[]) => {
      await client.create(Secret, {
        metadata: { name, ownerReferences: owners as never },
      });
    };
    await using seen = await witness(client, Secret, (secrets) => {
      const left = ["of-both", "of-kept", "of-orphaning"].filter((name) =>
        !secrets.some(({ metadata }) => metadata.name === name)
      );
      return secrets.some(({ metadata }) => metadata.name === "last") && left.length > 0 &&
        `${left} was collected`;
    });
    await dependent("of-gone", ...await ownerOf("gone"));
    await dependent("of-both", ...await ownerOf("gone"), ...await ownerOf("kept"));
    await dependent("of-kept", ...await ownerOf("kept"));
    await dependent("of-orphaning", ...await ownerOf("orphaning"));
    await dependent("of-foreground", ...await ownerOf("foreground", { blockOwnerDeletion: true }));
    await dependent("last");
    await env.settle("10s");
    await client.delete(ConfigMap, "gone");
    await client.delete(ConfigMap, "orphaning", { propagation: "Orphan" });
    await client.delete(ConfigMap, "foreground", { propagation: "Foreground" });
    await env.settle("20m");
    seen.check();
    return await endState(client, [ConfigMap, Secret]);
  },
});

testExplored("dependents go with the owner whose name another one has now", {
  on: ["garbagecollector"],
  groups: ["core"],
  async scenario(env) {
    const { client } = env;
    const make = async (name: string, owner?: string, more: object = {}) => {
      const uid = owner && (await client.get(ConfigMap, owner)).metadata.uid;
      const ownerReferences = owner &&
        [{ apiVersion: "v1", kind: "ConfigMap", name: owner, uid, ...more }];
      await client.create(ConfigMap, {
        metadata: { name, ...(ownerReferences && { ownerReferences: ownerReferences as never }) },
      });
    };
    // A chain that goes from its end.
    const blocks = { blockOwnerDeletion: true };
    await make("top");
    await make("middle", "top", blocks);
    await make("bottom", "middle", blocks);
    await make("bare", "top");
    await make("owner");
    await make("child", "owner");
    await using seen = await witness(client, ConfigMap, (all) => {
      const has = (name: string) => all.some(({ metadata }) => metadata.name === name);
      return has("bottom") && !(has("middle") && has("top")) &&
        "an owner went before what blocks it";
    });
    await env.settle("1s");
    await client.delete(ConfigMap, "top", { propagation: "Foreground" });
    await client.delete(ConfigMap, "owner", { propagation: "Background" });
    await make("owner");
    await make("new-child", "owner");
    await env.settle("20m");
    seen.check();
    return await endState(client, [ConfigMap]);
  },
});

testExplored("a namespace that is made anew keeps what is in it", {
  on: ["namespace", "serviceaccount", "root-ca-cert-publisher"],
  groups: ["core"],
  async scenario(env) {
    const { client } = env;
    for (let times = 0; times < 2; times++) {
      await client.create(Namespace, { metadata: { name: "a" } });
      await client.create(ConfigMap, { metadata: { namespace: "a", name: "first" } });
      await client.delete(Namespace, "a");
      await env.until(async () => await client.find(Namespace, "a") === undefined, "20m");
    }
    await client.create(Namespace, { metadata: { name: "a" } });
    await client.create(ConfigMap, { metadata: { namespace: "a", name: "second" } });
    await env.settle("20m");
    return await endState(client, [Namespace, ConfigMap, ServiceAccount]);
  },
});

testExplored("a budget says how many pods may go", {
  on: ["disruption"],
  isLong: true,
  beside: ["replicaset"],
  nodes: 1,
  async scenario(env) {
    const { client } = env;
    const selector = { matchLabels: labels };
    await client.create(PodDisruptionBudget, {
      metadata: { name: "b" },
      spec: { selector, minAvailable: 2 },
    });
    await client.create(ReplicaSet, {
      metadata: { name: "web" },
      spec: { replicas: 3, selector, template: { metadata: { labels }, spec: { containers } } },
    });
    await env.settle("10s");
    const [first] = (await client.list(Pod)).items.filter(isActive);
    await client.delete(Pod, first!.metadata.name);
    await env.settle("10m");
    return await endState(client, [PodDisruptionBudget]);
  },
});

testExplored("no more pods are evicted than a budget allows", {
  on: ["disruption"],
  isLong: true,
  beside: ["replicaset"],
  nodes: 1,
  async scenario(env) {
    const { client } = env;
    const selector = { matchLabels: labels };
    await client.create(PodDisruptionBudget, {
      metadata: { name: "b" },
      spec: { selector, minAvailable: 2 },
    });
    await client.create(ReplicaSet, {
      metadata: { name: "web" },
      spec: { replicas: 3, selector, template: { metadata: { labels }, spec: { containers } } },
    });
    await env.settle("5m");
    await using seen = await fewestReady(client, 2);
    const evicted = new Set<string>();
    for (let turn = 0; turn < 4; turn++) {
      for (const { metadata: { name } } of (await client.list(Pod)).items) {
        const path = `/api/v1/namespaces/default/pods/${name}/eviction`;
        const { ok, body } = await client.fetch(path, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            apiVersion: "policy/v1",
            kind: "Eviction",
            metadata: { name, namespace: "default" },
          }),
        });
        await body?.cancel();
        if (ok) evicted.add(name);
      }
      await env.settle(turn < 3 ? "2s" : "10m");
    }
    seen.check();
    return [evicted.size > 0, await endState(client, [PodDisruptionBudget])];
  },
});

testExplored("a quota says what is used", {
  on: ["resourcequota"],
  // Its watch stood still while the answer to a write was lost.
  replays: [
    "eyJzZWVkIjoxOTg1NDE4MTY3LCJub3ciOiIyMDI2LTAxLTAyVDAzOjA0OjA1WiIsImZhdWx0cyI6W3siZm9yIjoiMW0iLCJraW5kIjp7Imdyb3VwIjoiIiwidmVyc2lvbiI6InYxIiwia2luZCI6IlJlc291cmNlUXVvdGEiLCJwbHVyYWwiOiJyZXNvdXJjZXF1b3RhcyIsIm5hbWVzcGFjZWQiOnRydWV9LCJudGgiOjEsInRpbWVzIjozLCJ2ZXJiIjoid2F0Y2giLCJmYXVsdCI6InN0YWxsV2F0Y2gifSx7InZlcmIiOiJ1cGRhdGUiLCJraW5kIjp7Imdyb3VwIjoiIiwidmVyc2lvbiI6InYxIiwia2luZCI6IlJlc291cmNlUXVvdGEiLCJwbHVyYWwiOiJyZXNvdXJjZXF1b3RhcyIsIm5hbWVzcGFjZWQiOnRydWV9LCJudGgiOjEsInRpbWVzIjoyLCJmYXVsdCI6Imxvc2VBbnN3ZXIifV19",
  ],
  async scenario(env) {
    const { client } = env;
    await client.create(ResourceQuota, {
      metadata: { name: "q" },
      spec: { hard: { pods: "10", configmaps: "5", "requests.cpu": "4" } },
    });
    const resources = { requests: { cpu: "500m" } };
    await env.settle("10m");
    for (const name of ["a", "b"]) {
      await client.create(Pod, {
        metadata: { name },
        spec: { containers: [{ name: "c", image: "i", resources }] },
      });
      await client.create(ConfigMap, { metadata: { name } });
    }
    await env.settle("10s");
    await client.delete(ConfigMap, "a");
    await client.patch(Pod, "a", { status: { phase: "Succeeded" } } as never, {
      subresource: "status",
    });
    await env.settle("20m");
    return await endState(client, [ResourceQuota]);
  },
});

testExplored("cluster roles that sum others up have their rules", {
  on: ["clusterrole-aggregation"],
  async scenario(env) {
    const { client } = env;
    const on = (resource: string) => ({ verbs: ["get"], apiGroups: [""], resources: [resource] });
    const selecting = (team: string) => ({
      clusterRoleSelectors: [{ matchLabels: { team } }],
    });
    const role = (name: string, team: string, more: object) =>
      client.create(ClusterRole, { metadata: { name, labels: { team } }, ...more } as never);
    await role("pods", "a", { rules: [on("pods")] });
    await role("all-of-a", "b", { aggregationRule: selecting("a"), rules: [on("secrets")] });
    await role("all-of-b", "c", { aggregationRule: selecting("b") });
    await env.settle("10s");
    await role("nodes", "a", { rules: [on("nodes")] });
    await client.delete(ClusterRole, "pods");
    await env.settle("10m");
    return await endState(client, [ClusterRole]);
  },
});

testExplored("every namespace has the account that pods take, and the authorities", {
  on: ["serviceaccount", "root-ca-cert-publisher"],
  beside: ["namespace"],
  async scenario(env) {
    const { client } = env;
    for (const name of ["a", "b"]) await client.create(Namespace, { metadata: { name } });
    await env.settle("10s");
    await client.delete(ServiceAccount, { namespace: "default", name: "default" }).catch(() => {});
    for (const { metadata: { namespace, name } } of (await client.list(ConfigMap)).items) {
      await client.patch(ConfigMap, { namespace, name }, { data: { "ca.crt": "mine" } });
    }
    await client.delete(Namespace, "b");
    await env.settle("20m");
    return await endState(client, [Namespace, ServiceAccount, ConfigMap]);
  },
});
