/**
 * The controllers of a cluster that run in an environment.
 *
 * @module
 */

import { createCronJobController } from "../../controllers/cronjob.ts";
import { createDaemonSetController } from "../../controllers/daemonset.ts";
import { createDeploymentController } from "../../controllers/deployment.ts";
import { createGarbageCollector } from "../../controllers/garbage_collector.ts";
import { createHorizontalPodAutoscaler } from "../../controllers/horizontal_pod_autoscaler.ts";
import { createJobController } from "../../controllers/job.ts";
import { type LoopParts, SharedInformers } from "../../controllers/loop/mod.ts";
import { createNamespaceController } from "../../controllers/namespace.ts";
import { createApprovingController } from "../../controllers/csr_approving.ts";
import { createRequestCleaner } from "../../controllers/csr_cleaner.ts";
import { createDisruptionController } from "../../controllers/disruption.ts";
import { createVolumeProtection } from "../../controllers/pv_protection.ts";
import { createAttributesClassProtection } from "../../controllers/vac_protection.ts";
import { createClaimProtection } from "../../controllers/pvc_protection.ts";
import { createVolumeBinder } from "../../controllers/persistentvolume_binder.ts";
import { createPodGarbageCollector } from "../../controllers/podgc.ts";
import { createResourceClaimController } from "../../controllers/resourceclaim.ts";
import { createResourceQuotaController } from "../../controllers/resource_quota.ts";
import { createRootCaPublisher } from "../../controllers/root_ca_publisher.ts";
import { createServiceAccountController } from "../../controllers/serviceaccount.ts";
import { createBootstrapSigner } from "../../controllers/bootstrap_signer.ts";
import { createEndpointsController } from "../../controllers/endpoints.ts";
import { createEndpointSliceController } from "../../controllers/endpointslice.ts";
import { createMirroringController } from "../../controllers/endpointslice_mirroring.ts";
import { createEphemeralVolumeController } from "../../controllers/ephemeral_volume.ts";
import { createServiceCidrController } from "../../controllers/service_cidr.ts";
import { createRoleAggregation } from "../../controllers/clusterrole_aggregation.ts";
import { createNodeIpamController } from "../../controllers/node_ipam.ts";
import { createNodeLifecycleController } from "../../controllers/node_lifecycle.ts";
import { createTaintEvictionController } from "../../controllers/taint_eviction.ts";
import { createTokenCleaner } from "../../controllers/token_cleaner.ts";
import { createDeviceTaintEvictionController } from "../../controllers/device_taint_eviction.ts";
import { createTtlController } from "../../controllers/ttl.ts";
import { createPolicyStatusController } from "../../controllers/validatingadmissionpolicy_status.ts";
import { createTtlAfterFinished } from "../../controllers/ttl_after_finished.ts";
import { createReplicaSetController } from "../../controllers/replicaset.ts";
import { createReplicationController } from "../../controllers/replicationcontroller.ts";
import { createStatefulSetController } from "../../controllers/statefulset.ts";
import { createScheduler } from "../../controllers/scheduler.ts";
import type { ResourceSource } from "../../apiserver/resource/resource_source.ts";
import type { Client } from "../../toolkit/client/client.ts";
import type { Clock } from "../../toolkit/clock.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import type { Runnable } from "../../toolkit/runnable.ts";
import { accountOf, guardedClient } from "./account_guard.ts";
import { CacheWatching, kindsOf } from "./cache_watching.ts";

/** What controllers are made of. */
export interface ControllerParts {
  /** May do everything. */
  readonly client: Client;
  /** What the server has, where controllers may look that up. Default: all that they know they are told by `client`. */
  readonly source?: ResourceSource;
  readonly clock: Clock;
  random(): number;
}

/** What pods of a test find to check the server's certificate with: there is none. */
const TEST_AUTHORITIES = "no authority: the server is in the test's process\n";

/** Of pods: blocks for some thirty thousand nodes. */
const TEST_RANGE = "10.128.0.0/9";

/** Definitions are followed: nobody has to ask again and again. */
const SELDOM_MS = 24 * 60 * 60_000;

type Maker = (parts: ControllerParts & LoopParts) => Runnable;

const MAKERS: Readonly<Record<string, Maker>> = {
  // There is one server: none has to hear first that a namespace is being deleted.
  namespace: ({ client, ...parts }) =>
    createNamespaceController(client, { ...parts, delayMs: 0, resync: SELDOM_MS, workers: 2 }),
  garbagecollector: ({ client, source, ...parts }) =>
    createGarbageCollector(client, {
      ...parts,
      workers: 2,
      discoveryMs: SELDOM_MS,
      ...(source !== undefined && {
        discover: () => Promise.resolve(kindsOf(source)),
        watching: (options) => new CacheWatching(source, options),
      }),
    }),
  deployment: (parts) => createDeploymentController(parts),
  cronjob: (parts) => createCronJobController(parts),
  job: (parts) => createJobController(parts),
  replicaset: (parts) => createReplicaSetController(parts),
  daemonset: (parts) => createDaemonSetController(parts),
  statefulset: (parts) => createStatefulSetController(parts),
  scheduler: (parts) => createScheduler(parts),
  csrapproving: (parts) => createApprovingController(parts),
  csrcleaner: (parts) => createRequestCleaner(parts),
  "persistentvolume-binder": (parts) => createVolumeBinder(parts),
  resourceclaim: (parts) => createResourceClaimController(parts),
  "pv-protection": (parts) => createVolumeProtection(parts),
  "pvc-protection": (parts) => createClaimProtection(parts),
  "vac-protection": (parts) => createAttributesClassProtection(parts),
  disruption: (parts) => createDisruptionController(parts),
  horizontalpodautoscaling: (parts) => createHorizontalPodAutoscaler(parts),
  podgc: (parts) => createPodGarbageCollector(parts),
  resourcequota: (parts) => createResourceQuotaController(parts),
  serviceaccount: (parts) => createServiceAccountController(parts),
  "root-ca-cert-publisher": (parts) =>
    createRootCaPublisher(parts, { authorities: TEST_AUTHORITIES }),
  bootstrapsigner: (parts) => createBootstrapSigner(parts),
  nodeipam: (parts) => createNodeIpamController(parts, { clusterRanges: [TEST_RANGE] }),
  nodelifecycle: (parts) => createNodeLifecycleController(parts),
  "taint-eviction": (parts) => createTaintEvictionController(parts),
  tokencleaner: (parts) => createTokenCleaner(parts),
  endpoint: (parts) => createEndpointsController(parts),
  endpointslice: (parts) => createEndpointSliceController(parts),
  endpointslicemirroring: (parts) => createMirroringController(parts),
  "ephemeral-volume": (parts) => createEphemeralVolumeController(parts),
  "service-cidr": (parts) => createServiceCidrController(parts),
  "clusterrole-aggregation": (parts) => createRoleAggregation(parts),
  ttl: (parts) => createTtlController(parts),
  "ttl-after-finished": (parts) => createTtlAfterFinished(parts),
  "device-taint-eviction": (parts) => createDeviceTaintEvictionController(parts),
  "validatingadmissionpolicy-status": (parts) => createPolicyStatusController(parts),
  replicationcontroller: (parts) => createReplicationController(parts),
};

/** Those that run unless the test says which: without them nothing ever goes. */
export const CONTROLLERS: readonly string[] = ["namespace", "garbagecollector"];

/** Throws a TypeError for names of none. */
export function checkControllers(names: readonly string[]): void {
  for (const name of names) {
    if (Object.hasOwn(MAKERS, name)) continue;
    throw new TypeError(
      `controllers names ${JSON.stringify(name)}: there are ${Object.keys(MAKERS).join(", ")}`,
    );
  }
}

/** Controllers that run until this is disposed of. */
export class RunningControllers implements AsyncDisposable {
  readonly #stop = new AbortController();
  readonly #over: Promise<unknown>;

  readonly #informers: SharedInformers;

  private constructor(
    runnables: readonly Runnable[],
    informers: SharedInformers,
    failed: (error: unknown) => void,
  ) {
    const { signal } = this.#stop;
    this.#informers = informers;
    this.#over = Promise.all(
      runnables.map(async (runnable) => {
        try {
          await runnable.run({ signal, started() {} });
        } catch (error) {
          if (!signal.aborted) {
            failed(new Error(`the ${runnable.name} has ended: ${error}`, { cause: error }));
          }
        }
      }),
    );
  }

  /** Starts controllers by their names; `failed` is told of one that has ended unasked. */
  static start(
    names: readonly string[],
    parts: ControllerParts,
    failed: (error: unknown) => void,
  ): RunningControllers {
    const informers = new SharedInformers(parts.client);
    const own = {
      ...parts,
      random: () => parts.random(),
      informers,
      metrics: new Registry(),
      logger: silentLogger,
    };
    const runnables = names.map((name) => {
      const account = accountOf(name);
      if (account === undefined) return MAKERS[name]!(own);
      const client = guardedClient(parts.client, account, failed);
      return MAKERS[name]!({ ...own, client: client.with({ writesSeenBy: parts.client }) });
    });
    return new RunningControllers(runnables, informers, failed);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new DOMException("the environment has ended", "AbortError"));
    await this.#over;
    await this.#informers[Symbol.asyncDispose]();
  }
}
