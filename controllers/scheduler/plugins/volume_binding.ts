/**
 * A pod goes where its volumes can be reached; claims that wait for their first pod get a volume there.
 *
 * @module
 */

import { Node, PersistentVolume, PersistentVolumeClaim, Pod, sleep } from "../../../toolkit/mod.ts";
import type { NodeView } from "../cluster/node_info.ts";
import {
  ACTION,
  failed,
  type Plugin,
  type SchedulerHandle,
  SKIP,
  StateKey,
  type Status,
  unresolvable,
} from "../framework/mod.ts";
import type { SelectableNode } from "../../../toolkit/pods/node_selection.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import { matchingVolume } from "../volumes/matching_volume.ts";
import { volumeMetrics } from "../volumes/volume_metrics.ts";
import { claimMarks, type ClaimView, type VolumeView } from "../volumes/volume_views.ts";
import { whenOwnClaim } from "./own_claim.ts";
import { StorageRoom, whenMoreRoom, whenRoomIsUntold } from "../volumes/storage_room.ts";
import { claimsOf, type ClassView, type Volumes, volumesOf } from "../volumes/volumes.ts";
import type { VolumeBindingArgs } from "./plugin_args.ts";

const ELSEWHERE = "node(s) didn't match PersistentVolume's node affinity";
const NONE_FREE = "node(s) didn't find available persistent volumes to bind";
const NO_ROOM = "node(s) did not have enough free storage";
const NO_VOLUME = "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)";
const UNBOUND = unresolvable("pod has unbound immediate PersistentVolumeClaims");
/** How often is looked whether claims are bound. */
const LOOK_MS = 1000;

/** The claims of a pod. */
interface PodClaims {
  readonly bound: readonly ClaimView[];
  /** They wait for the first pod: the larger ones last. */
  readonly waiting: readonly ClaimView[];
  /** The volumes of their classes. */
  readonly volumes: ReadonlyMap<string, readonly VolumeView[]>;
}

/** What the claims that wait get on a node. */
interface Choice {
  readonly bindings: readonly (readonly [ClaimView, VolumeView])[];
  /** Those whose volumes are to be made there. */
  readonly provisions: readonly ClaimView[];
  readonly reasons: readonly string[];
}

const CLAIMS = new StateKey<PodClaims>("VolumeBinding.claims");
const CHOICE = new StateKey<Choice>("VolumeBinding.choice");

/** Makes the plugin. */
export function volumeBinding(handle: SchedulerHandle, args: VolumeBindingArgs): Plugin {
  const volumes = volumesOf(handle);
  const metrics = volumeMetrics(handle.metrics);
  const marks = claimMarks(handle.client.names);
  const room = new StorageRoom(handle);
  const choose = (claims: PodClaims, node: NodeView) => {
    return choiceFor(claims, node, volumes, room, marks);
  };
  return {
    name: "VolumeBinding",
    events: [
      { resource: "StorageClass", action: ACTION.add | ACTION.update },
      { resource: "PersistentVolumeClaim", action: ACTION.add | ACTION.update, hint: whenOwnClaim },
      { resource: "PersistentVolume", action: ACTION.add | ACTION.update },
      { resource: "Node", action: ACTION.add | ACTION.nodeLabel },
      { resource: "CSIDriver", action: ACTION.update, hint: whenRoomIsUntold },
      { resource: "CSIStorageCapacity", action: ACTION.add | ACTION.update, hint: whenMoreRoom },
    ],
    preFilter(cycle, pod) {
      const claims = claimsFor(pod, volumes);
      if ("code" in claims) return claims;
      cycle.set(CLAIMS, claims);
      return undefined;
    },
    filter(cycle, _, { node }) {
      const { reasons } = choose(cycle.get(CLAIMS)!, node);
      return reasons.length === 0 ? undefined : unresolvable(...reasons);
    },
    reserve(cycle, pod, nodeName) {
      const claims = cycle.get(CLAIMS);
      const node = handle.snapshot().get(nodeName)?.node;
      if (claims === undefined || node === undefined) return undefined;
      const choice = choose(claims, node);
      // Meanwhile somebody else may have got a volume.
      if (choice.reasons.length > 0) return unresolvable(...choice.reasons);
      cycle.set(CHOICE, choice);
      volumes.expect(pod.uid, { ...choice, nodeName });
      return undefined;
    },
    unreserve: (_, { uid }) => volumes.release(uid),
    needsPreBind(cycle) {
      const { bindings = [], provisions = [] } = cycle.get(CHOICE) ?? {};
      return bindings.length + provisions.length > 0;
    },
    async preBind(cycle, pod, nodeName, signal) {
      const { bindings, provisions } = cycle.get(CHOICE)!;
      try {
        for (const [claim, volume] of bindings) {
          await bindVolume(handle, claim, volume, marks.boundByController);
        }
        for (const { namespace, name } of provisions) {
          const annotations = { [marks.selectedNode]: nodeName };
          await handle.client.patch(PersistentVolumeClaim, { namespace, name }, {
            metadata: { annotations },
          });
        }
        const end = handle.clock.monotonic() + args.bindTimeoutSeconds * 1000;
        while (!areBound(volumes, bindings, provisions, placeOf(handle, pod, nodeName))) {
          if (handle.clock.monotonic() >= end) {
            throw new Error("timed out waiting for the condition");
          }
          await sleep(handle.clock, LOOK_MS, signal);
        }
        volumes.release(pod.uid);
        return undefined;
      } catch (error) {
        metrics.bindingFailed();
        return failed(
          new Error(`binding volumes: ${error instanceof Error ? error.message : error}`, {
            cause: error,
          }),
        );
      }
    },
  };
}

/** The claims of a pod, or why it can be nowhere because of them. */
function claimsFor(pod: PendingPod, volumes: Volumes): PodClaims | Status {
  const named = claimsOf(pod);
  if (named.length === 0) return SKIP;
  const bound: ClaimView[] = [];
  const waiting: ClaimView[] = [];
  let isUnbound = false;
  for (const { name, isEphemeral } of named) {
    const claim = volumes.claim(pod.namespace, name);
    const problem = problemOf(pod, name, isEphemeral, claim);
    if (claim === undefined || problem !== undefined) return unresolvable(problem ?? "");
    if (claim.isBound) bound.push(claim);
    else if (claim.volumeName === "" && waitsForPod(volumes.class(claim.className))) {
      waiting.push(volumes.claimToBe(claim));
    } else isUnbound = true;
  }
  if (isUnbound) return UNBOUND;
  waiting.sort((one, other) => one.bytes - other.bytes);
  const classes = new Set(waiting.map(({ className }) => className));
  return {
    bound,
    waiting,
    volumes: new Map([...classes].map((name) => [name, volumes.ofClass(name)])),
  };
}

function waitsForPod(of: ClassView | undefined): boolean {
  return of?.volumeBindingMode === "WaitForFirstConsumer";
}

function problemOf(
  pod: PendingPod,
  name: string,
  isEphemeral: boolean,
  claim: ClaimView | undefined,
): string | undefined {
  const said = `persistentvolumeclaim "${name}"`;
  if (claim === undefined) {
    return isEphemeral
      ? `waiting for ephemeral volume controller to create the ${said}`
      : `${said} not found`;
  }
  if (claim.phase === "Lost") {
    return `${said} bound to non-existent persistentvolume "${claim.volumeName}"`;
  }
  if (claim.isDeleting) return `${said} is being deleted`;
  if (isEphemeral && !claim.ownerUids.includes(pod.uid)) {
    const { namespace } = pod;
    return `PVC ${namespace}/${name} was not created for pod ${pod.key} (pod is not owner)`;
  }
  return undefined;
}

function choiceFor(
  { bound, waiting, volumes: ofClasses }: PodClaims,
  node: NodeView,
  volumes: Volumes,
  room: StorageRoom,
  { noProvisioner }: ReturnType<typeof claimMarks>,
): Choice {
  const reasons: string[] = [];
  for (const { volumeName } of bound) {
    const volume = volumes.volume(volumeName);
    if (volume === undefined) reasons.push(NO_VOLUME);
    else if (volume.nodes !== undefined && !volume.nodes.matches(node)) reasons.push(ELSEWHERE);
    else continue;
    break;
  }
  const bindings: [ClaimView, VolumeView][] = [];
  const provisions: ClaimView[] = [];
  const taken = new Set<string>();
  for (const claim of waiting) {
    if (claim.selectedNode !== "") {
      if (claim.selectedNode !== node.name) return nowhere(reasons);
      provisions.push(claim);
      continue;
    }
    const volume = matchingVolume(claim, ofClasses.get(claim.className)!, node, taken);
    if (volume === undefined) {
      provisions.push(claim);
      continue;
    }
    taken.add(volume.name);
    bindings.push([claim, volume]);
  }
  for (const claim of provisions) {
    const of = volumes.class(claim.className);
    const canMake = of !== undefined && of.provisioner !== "" && of.provisioner !== noProvisioner;
    if (!canMake || !isAllowed(of, node)) return nowhere(reasons);
    if (!room.fits(claim, of.provisioner, node.labels)) return nowhere(reasons, NO_ROOM);
  }
  return { bindings, provisions, reasons };
}

function nowhere(reasons: readonly string[], why = NONE_FREE): Choice {
  return { bindings: [], provisions: [], reasons: [...reasons, why] };
}

/** Whether volumes of a class can be made for a node. */
function isAllowed({ allowedTopologies = [] }: ClassView, { labels }: NodeView): boolean {
  return allowedTopologies.length === 0 ||
    allowedTopologies.some(({ matchLabelExpressions = [] }) =>
      matchLabelExpressions.length > 0 &&
      matchLabelExpressions.every(({ key, values }) =>
        Object.hasOwn(labels, key) && (values ?? []).includes(labels[key]!)
      )
    );
}

/** Has a volume name a claim; whoever binds claims does the rest. Rejects where the volume has changed. */
async function bindVolume(
  { client }: SchedulerHandle,
  { namespace, name, uid }: ClaimView,
  volume: VolumeView,
  boundByController: string,
): Promise<void> {
  // One that named the claim by itself is not given back when the claim goes.
  const annotations = volume.claim === undefined ? { [boundByController]: "yes" } : {};
  await client.patch(PersistentVolume, volume.name, {
    metadata: { resourceVersion: volume.resourceVersion, annotations },
    spec: { claimRef: { apiVersion: "v1", kind: "PersistentVolumeClaim", namespace, name, uid } },
  });
}

/** The node of a pod that is being bound, as both are now. Throws where one of them is gone. */
function placeOf(
  { informers }: SchedulerHandle,
  { key, name, uid }: PendingPod,
  nodeName: string,
): SelectableNode {
  if (informers.of(Pod).lister.get(key)?.metadata.uid !== uid) {
    throw new Error(`pod does not exist any more: pod "${name}" not found`);
  }
  const node = informers.of(Node).lister.get(nodeName);
  if (node === undefined) {
    throw new Error(`failed to get node "${nodeName}": node "${nodeName}" not found`);
  }
  return { name: nodeName, labels: node.metadata.labels ?? {} };
}

/** Whether all claims have their volumes, where the node reaches them. Throws where they will not. */
function areBound(
  volumes: Volumes,
  bindings: Choice["bindings"],
  provisions: Choice["provisions"],
  node: SelectableNode,
): boolean {
  const now = ({ namespace, name }: ClaimView) => {
    const claim = volumes.claim(namespace, name);
    if (claim === undefined) throw new Error(`persistentvolumeclaim "${name}" not found`);
    return claim;
  };
  let all = true;
  for (const [claim, { name }] of bindings) {
    const volume = volumes.volume(name);
    if (volume !== undefined) checkReachable(volume, node);
    if (!volume?.claim?.uid) throw new Error(`ClaimRef got reset for pv "${name}"`);
    all &&= now(claim).isBound;
  }
  for (const claim of provisions) {
    const { selectedNode, isBound, name, volumeName } = now(claim);
    if (selectedNode === "") throw new Error(`selectedNode annotation reset for PVC "${name}"`);
    if (selectedNode !== node.name) throw new Error(`provisioning failed for PVC "${name}"`);
    const volume = volumeName === "" ? undefined : volumes.volume(volumeName);
    if (volume !== undefined) checkReachable(volume, node);
    all &&= isBound && volume !== undefined;
  }
  return all;
}

function checkReachable({ name, nodes }: VolumeView, node: SelectableNode): void {
  if (nodes === undefined || nodes.matches(node)) return;
  throw new Error(
    `pv "${name}" node affinity doesn't match node "${node.name}": no matching NodeSelectorTerms`,
  );
}
