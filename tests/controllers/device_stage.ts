/**
 * Where scenarios of devices play: nodes with slices, claims and pods, on two servers with a scheduler each.
 *
 * @module
 */

import {
  type AnyObject,
  type Client,
  coreV1,
  createClient,
  Namespace,
  Node,
  Pod,
  resourceV1,
} from "../../mod.ts";
import { referenceProgram } from "../../testing/reference_build.ts";
import { startServer } from "../clients/servers.ts";
import { Launched } from "../envtest/launched.ts";
import type { DeviceScenario } from "./device_scenarios.ts";
import { Pair, WorkloadStage } from "./workload_stage.ts";

const { DeviceClass, ResourceClaim, ResourceSlice } = resourceV1;

/** The driver of all devices. */
export const DRIVER = "gpu.example.com";

/** One of the two. */
export class DeviceStage extends WorkloadStage {
  /** Pods on nodes, or why they are on none; and what claims have got. */
  override async left(): Promise<unknown> {
    const [pods, claims, events] = await Promise.all([
      this.client.list(Pod),
      this.client.list(ResourceClaim),
      this.client.list(coreV1.Event),
    ]);
    const named = (name: string) => name.replace(/-[a-z0-9]{5}$/, "-random");
    return {
      pods: pods.items.map(({ metadata, spec, status }) => {
        const scheduled = status?.conditions?.find(({ type }) => type === "PodScheduled");
        return {
          name: metadata.name,
          node: spec.nodeName,
          status: scheduled?.status,
          reason: scheduled?.reason,
          message: scheduled?.message?.replaceAll(this.namespace, "NAMESPACE"),
          nominated: status?.nominatedNodeName,
          extended: status?.extendedResourceClaimStatus && {
            ...status.extendedResourceClaimStatus,
            resourceClaimName: named(status.extendedResourceClaimStatus.resourceClaimName),
          },
        };
      }),
      claims: claims.items.map(({ metadata, spec, status }) => {
        const { allocationTimestamp, ...allocation } = status?.allocation ?? {};
        const { results = [], ...others } = allocation.devices ?? {};
        return {
          name: named(metadata.name),
          annotations: metadata.annotations,
          owners: metadata.ownerReferences?.map(({ kind, name, controller }) => ({
            kind,
            name,
            controller,
          })),
          spec,
          finalizers: metadata.finalizers,
          isTimed: allocationTimestamp !== undefined,
          allocation: {
            ...allocation,
            devices: { ...others, results: results.map((one) => withoutChance(one as AnyObject)) },
          },
          reservedFor: status?.reservedFor?.map(({ resource, name }) => ({ resource, name })).sort(
            (one, other) => one.name < other.name ? -1 : 1,
          ),
        };
      }).sort((one, other) => one.name < other.name ? -1 : 1),
      // Those of one kind are counted here, and written one by one there.
      waits: [
        ...new Set(
          events.items.filter(({ reason }) => reason === "BindingConditionsPending")
            .map(({ message, involvedObject: { name } }) => `${name}: ${message}`),
        ),
      ],
    };
  }

  /** Makes a node that has room for anything. */
  async node(name: string, labels: Record<string, string>): Promise<void> {
    await this.client.create(Node, { metadata: { name, labels } });
    await this.client.patch(Node, name, {
      status: { allocatable: { cpu: "8", memory: "8Gi", pods: "20" } },
    }, { subresource: "status" });
    await this.client.patch(Node, name, { spec: { taints: null } } as never);
  }

  /** Makes a pod with claims, and waits until something was decided. */
  async pod(name: string, claims: readonly string[], spec: object = {}): Promise<void> {
    await this.client.create(Pod, {
      metadata: { name },
      spec: {
        containers: [{ name: "c", image: "i" }],
        resourceClaims: claims.map((resourceClaimName, at) => ({
          name: `claim-${at}`,
          resourceClaimName,
        })),
        ...spec,
      } as never,
    });
    await this.decided(name);
  }

  /** Waits until a pod has a node, or is told why it has none. */
  async decided(name: string): Promise<void> {
    await this.until(Pod, name, (pod) =>
      !!pod?.spec.nodeName ||
      pod?.status?.conditions?.some(({ type, status }: AnyObject) =>
        type === "PodScheduled" && status as unknown === "False"
      ));
  }

  /** Takes everything away. */
  async clear(): Promise<void> {
    const { client } = this;
    for (const { metadata: { name } } of (await client.list(Pod)).items) {
      await client.delete(Pod, name, { gracePeriod: 0, ignoreNotFound: true });
    }
    for (const { metadata: { name } } of (await client.list(ResourceClaim)).items) {
      await client.patch(
        ResourceClaim,
        name,
        { status: { reservedFor: null, allocation: null } } as never,
        {
          subresource: "status",
        },
      );
      await client.patch(ResourceClaim, name, { metadata: { finalizers: null } } as never);
      await client.delete(ResourceClaim, name, { ignoreNotFound: true });
    }
    await client.deleteAll(ResourceSlice, {});
    await client.deleteAll(DeviceClass, {});
    await client.deleteAll(Node, {});
  }
}

/** Names of shares are drawn. */
function withoutChance({ shareID, ...result }: AnyObject): object {
  return { ...result, isShare: shareID !== undefined };
}

/** Plays all scenarios, one after the other; each is a step of the test. */
export async function playDevices(
  t: Deno.TestContext,
  scenarios: Readonly<Record<string, DeviceScenario>>,
): Promise<void> {
  await using ours = await startServer("this server");
  await using theirs = await startServer("this server");
  await using ourClient = await createClient({ config: ours.kubeconfig });
  await using theirClient = await createClient({ config: theirs.kubeconfig });
  const flags = (config: string) => [
    `--kubeconfig=${config}`,
    "--leader-elect=false",
    "--secure-port=0",
    "--kube-api-qps=1000",
    "--kube-api-burst=1000",
  ];
  const program = new URL("../../controllers/scheduler/main.ts", import.meta.url).pathname;
  await using _our = new Launched(Deno.execPath(), [
    "run",
    "-A",
    "--quiet",
    program,
    ...flags(ours.kubeconfig),
  ]);
  await using _their = new Launched(
    await referenceProgram("kube-scheduler"),
    flags(theirs.kubeconfig),
  );
  for (const [index, [name, scenario]] of Object.entries(scenarios).entries()) {
    await t.step(name, async () => {
      const pair = new Pair();
      const ended = await Promise.allSettled(([
        ["ours", ourClient],
        ["theirs", theirClient],
      ] as const).map(async ([side, client]) => {
        await playOn(new DeviceStage(client, side, `scenario-${index}`, pair), scenario, client)
          .catch((error) => {
            pair.abandon(error);
            throw error;
          });
      }));
      const failed = ended.find(({ status }) => status === "rejected");
      if (failed?.status === "rejected") throw failed.reason;
    });
  }
}

async function playOn(stage: DeviceStage, scenario: DeviceScenario, client: Client): Promise<void> {
  await client.create(Namespace, {
    metadata: {
      name: stage.namespace,
      labels: { "resource.kubernetes.io/admin-access": "true" },
    },
  });
  try {
    const { nodes = { n: {} }, classes = { gpu: {} }, slices, claims, pods } = scenario;
    for (const [name, labels] of Object.entries(nodes)) {
      await stage.node(name, labels);
    }
    for (const [name, spec] of Object.entries(classes)) {
      await client.create(DeviceClass, { metadata: { name }, spec });
    }
    for (const [name, { pool, ...spec }] of Object.entries(slices)) {
      await client.create(ResourceSlice, {
        metadata: { name },
        spec: {
          driver: DRIVER,
          pool: { name: "pool", generation: 1, resourceSliceCount: 1, ...pool },
          ...spec,
        },
      });
    }
    for (const [name, devices] of Object.entries(claims)) {
      await stage.client.create(ResourceClaim, { metadata: { name }, spec: { devices } });
    }
    // What is said in a pod's first message depends on what the schedulers have heard of by then.
    await stage.pass(1);
    for (const [name, pod] of Object.entries(pods)) {
      if (Array.isArray(pod)) await stage.pod(name, pod);
      else await stage.pod(name, [], pod as object);
      await stage.same(name);
    }
    await scenario.then?.(stage);
    await stage.same("at the end");
  } finally {
    await stage.clear();
  }
}
