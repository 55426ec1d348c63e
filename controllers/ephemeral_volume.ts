/**
 * The controller of claims that live as long as their pod.
 *
 * @module
 */

import {
  defineIndex,
  isAlreadyExists,
  type ObjectOf,
  PersistentVolumeClaim,
  Pod,
} from "../toolkit/mod.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { Recorder } from "../toolkit/events/recorder.ts";
import { controllerReference, keyedLoop, type LoopParts } from "./loop/mod.ts";
import { isNamespaceEnding } from "./pods/mod.ts";
import type { ProcessController } from "./process_controller.ts";

const WORKERS = 5;

type CachedPod = ObjectOf<typeof Pod>;

/** The claims that are to be made for a pod, by the names of its volumes. */
function wantedBy({ metadata: { name }, spec }: CachedPod) {
  return (spec.volumes ?? []).flatMap((volume) => {
    const template = volume.ephemeral?.volumeClaimTemplate;
    return template === undefined
      ? []
      : [{ volume: volume.name, name: `${name}-${volume.name}`, template }];
  });
}

const podsByClaim = defineIndex(
  Pod,
  "ephemeral claim",
  (pod: CachedPod) => wantedBy(pod).map(({ name }) => `${pod.metadata.namespace}/${name}`),
);

/**
 * Makes a claim for each ephemeral volume of a pod, owned by the pod, and makes it again where somebody has
 * deleted it. A claim of that name that is somebody else's is left alone, and told of.
 */
export function createEphemeralVolumeController(parts: LoopParts, workers = WORKERS): Runnable {
  const { client, informers, clock, logger } = parts;
  const { attempted, failed } = declareMetrics(parts);
  const recorder = new Recorder({ client, component: "ephemeral_volume", clock, logger });
  const pods = informers.of(Pod, [podsByClaim]);
  const claims = informers.of(PersistentVolumeClaim);
  return keyedLoop(parts, {
    name: "ephemeral-volume-controller",
    queue: "ephemeral_volume",
    workers,
    listen: (wake) => [
      pods.subscribe(({ type, key, object }) => {
        if (type === "Added" && wantedBy(object).length > 0) wake(key);
      }),
      claims.subscribe(({ type, key }) => {
        if (type !== "Deleted") return;
        for (const { metadata: { namespace, name } } of pods.lister.by(podsByClaim, key)) {
          // Who took it away may know that the pod is gone.
          pods.doubt({ namespace, name });
          wake(`${namespace}/${name}`);
        }
      }),
    ],
    async sync(key, { signal }) {
      await pods.settled(key, signal);
      const pod = pods.lister.get(key);
      if (pod === undefined || pod.metadata.deletionTimestamp !== undefined) return;
      const { namespace = "", uid } = pod.metadata;
      for (const { volume, name, template } of wantedBy(pod)) {
        const claim = claims.lister.get({ namespace, name });
        if (claim !== undefined) {
          const isOwn = claim.metadata.ownerReferences?.some((one) =>
            one.controller === true && one.uid === uid
          );
          if (isOwn) continue;
          const why = `PVC ${namespace}/${name} was not created for pod ${key} (pod is not owner)`;
          recorder.warning(pod, "FailedBinding", `ephemeral volume ${volume}: ${why}`);
          throw new Error(`the ephemeral volume ${volume} of the pod ${key}: ${why}`);
        }
        const { labels, annotations } = template.metadata ?? {};
        attempted.inc();
        try {
          await client.create(PersistentVolumeClaim, {
            metadata: {
              namespace,
              name,
              ...(labels && { labels }),
              ...(annotations && { annotations }),
              ownerReferences: [controllerReference(client, Pod, pod.metadata)],
            },
            spec: template.spec,
          }, { signal });
        } catch (error) {
          signal.throwIfAborted();
          failed.inc();
          if (isNamespaceEnding(error)) return;
          // What is there now is looked at next.
          if (isAlreadyExists(error)) throw error;
          const why = `create PVC ${name}: ${(error as Error).message}`;
          recorder.warning(pod, "FailedBinding", `ephemeral volume ${volume}: ${why}`);
          throw error;
        }
      }
    },
  });
}

function declareMetrics({ metrics }: LoopParts) {
  const counter = (name: string, help: string) =>
    metrics.counter({ name: `ephemeral_volume_controller_${name}`, help, stability: "ALPHA" })
      .with({});
  return {
    attempted: counter("create_total", "Number of claims that were to be made for pods."),
    failed: counter("create_failures_total", "Number of claims that could not be made for pods."),
  };
}

/** The controller of a process. */
export const ephemeralVolumeController: ProcessController = {
  name: "ephemeral-volume-controller",
  aliases: ["ephemeral-volume"],
  account: "ephemeral-volume-controller",
  flags: [],
  make: (parts) => createEphemeralVolumeController(parts),
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("ephemeral_volume", [ephemeralVolumeController]));
}
