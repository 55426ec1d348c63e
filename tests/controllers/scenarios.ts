/**
 * What is done to objects that have owners, and to namespaces: whoever collects, the same is left.
 *
 * @module
 */

import { deepStrictEqual } from "node:assert";
import {
  type AnyObject,
  ClusterRole,
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Namespace,
  Pod,
  ReplicaSet,
  Secret,
} from "../../mod.ts";
import { HELD, NOBODY, ownerOf, type Stage } from "./stage.ts";

const BLOCKING = { blockOwnerDeletion: true };
const HELD_BY = { finalizers: [HELD] };
const CONTAINERS = { containers: [{ name: "a", image: "a" }] };
const SELECTED = {
  selector: { matchLabels: { a: "b" } },
  template: { metadata: { labels: { a: "b" } }, spec: CONTAINERS },
};

/** Plays on a stage. What it returns is compared besides what is left. */
export type Scenario = (stage: Stage) => Promise<unknown>;

const isDeleted = (one?: { metadata?: { deletionTimestamp?: string } }) =>
  one?.metadata?.deletionTimestamp !== undefined;

/** Of the garbage collector. */
export const COLLECTING: Readonly<Record<string, Scenario>> = {
  async "background, of a child and its own child"(stage) {
    const owner = await stage.make("owner");
    const child = await stage.make("child", { owners: [ownerOf(owner)] });
    await stage.make("grandchild", { kind: Secret, owners: [ownerOf(child)] });
    await stage.remove("owner");
    await stage.gone(["child"]);
    await stage.gone(["grandchild"], Secret);
  },
  async "one of two owners goes"(stage) {
    const [one, other] = [await stage.make("one"), await stage.make("other")];
    await stage.make("child", { owners: [ownerOf(one), ownerOf(other)] });
    await stage.remove("one");
    await stage.until("child", (child) => child?.metadata?.ownerReferences?.length === 1);
  },
  async "both of two owners go"(stage) {
    const [one, other] = [await stage.make("one"), await stage.make("other")];
    await stage.make("child", { owners: [ownerOf(one), ownerOf(other)] });
    await stage.remove("one");
    await stage.remove("other");
    await stage.gone(["child"]);
  },
  async "an owner lets its children go"(stage) {
    const [owner, other] = [await stage.make("owner"), await stage.make("other")];
    await stage.make("child", { owners: [ownerOf(owner, BLOCKING)] });
    await stage.make("shared", { owners: [ownerOf(owner), ownerOf(other)] });
    await stage.remove("owner", "Orphan");
    await stage.gone(["owner"]);
  },
  async "an owner lets go and is held all the same"(stage) {
    const owner = await stage.make("owner", HELD_BY);
    await stage.make("child", { owners: [ownerOf(owner)] });
    await stage.remove("owner", "Orphan");
    await stage.until("child", (child) => !child?.metadata?.ownerReferences?.length);
    await stage.until("owner", (one) => one?.metadata?.finalizers?.length === 1);
    const before = await stage.left();
    await stage.letGo("owner");
    await stage.gone(["owner"]);
    return before;
  },
  async "foreground, of a child that blocks"(stage) {
    const owner = await stage.make("owner");
    await stage.make("child", { ...HELD_BY, owners: [ownerOf(owner, BLOCKING)] });
    await stage.remove("owner", "Foreground");
    await stage.until("child", isDeleted);
    await stage.settled();
    const before = await stage.left();
    await stage.letGo("child");
    await stage.gone(["owner", "child"]);
    return before;
  },
  async "foreground, of a child that does not block"(stage) {
    const owner = await stage.make("owner");
    await stage.make("child", { ...HELD_BY, owners: [ownerOf(owner)] });
    await stage.remove("owner", "Foreground");
    await stage.gone(["owner"]);
    await stage.until("child", isDeleted);
  },
  async "foreground, through two generations"(stage) {
    const owner = await stage.make("owner");
    const child = await stage.make("child", { owners: [ownerOf(owner, BLOCKING)] });
    await stage.make("grandchild", { ...HELD_BY, owners: [ownerOf(child, BLOCKING)] });
    await stage.remove("owner", "Foreground");
    await stage.until("grandchild", isDeleted);
    await stage.settled();
    const before = await stage.left();
    await stage.letGo("grandchild");
    await stage.gone(["owner", "child", "grandchild"]);
    return before;
  },
  async "foreground, of a child that has another owner"(stage) {
    const [owner, other] = [await stage.make("owner"), await stage.make("other")];
    await stage.make("child", { owners: [ownerOf(owner, BLOCKING), ownerOf(other)] });
    await stage.remove("owner", "Foreground");
    await stage.gone(["owner"]);
  },
  async "foreground, in a circle"(stage) {
    const one = await stage.make("one");
    const other = await stage.make("other", { owners: [ownerOf(one, BLOCKING)] });
    await stage.client.patch(ConfigMap, "one", {
      metadata: { ownerReferences: [ownerOf(other, BLOCKING)] },
    } as never);
    await stage.settled();
    await stage.remove("one", "Foreground");
    await stage.gone(["one", "other"]);
  },
  async "foreground, of a child that is taken from its owner"(stage) {
    const owner = await stage.make("owner");
    await stage.make("child", { ...HELD_BY, owners: [ownerOf(owner, BLOCKING)] });
    await stage.remove("owner", "Foreground");
    await stage.until("child", isDeleted);
    await stage.client.patch(ConfigMap, "child", { metadata: { ownerReferences: null } } as never);
    await stage.gone(["owner"]);
  },
  async "foreground, then orphaned"(stage) {
    const owner = await stage.make("owner");
    await stage.make("child", { ...HELD_BY, owners: [ownerOf(owner, BLOCKING)] });
    await stage.remove("owner", "Foreground");
    await stage.until("child", isDeleted);
    await stage.remove("owner", "Orphan");
    await stage.gone(["owner"]);
  },
  async "an owner that never was"(stage) {
    const owner = await stage.make("owner");
    await stage.make("child", { owners: [ownerOf(owner, { name: "none", uid: NOBODY })] });
    await stage.gone(["child"]);
  },
  async "an owner of another uid"(stage) {
    const owner = await stage.make("owner");
    await stage.make("child", { owners: [ownerOf(owner, { uid: NOBODY })] });
    await stage.gone(["child"]);
  },
  async "an owner of another name"(stage) {
    const owner = await stage.make("owner");
    await stage.make("child", { owners: [ownerOf(owner, { name: "elsewhere" })] });
    await stage.settled();
  },
  async "an owner of another kind"(stage) {
    const owner = await stage.make("owner");
    await stage.make("child", { owners: [ownerOf(owner, { kind: "Secret" })] });
    await stage.settled();
  },
  async "an owner of a kind that nobody knows"(stage) {
    const owner = await stage.make("owner");
    const apiVersion = "example.com/v1";
    await stage.make("child", { owners: [ownerOf(owner, { apiVersion, kind: "Unknown" })] });
    await stage.make("half", {
      owners: [ownerOf(owner), ownerOf(owner, { apiVersion, kind: "Unknown", uid: NOBODY })],
    });
    await stage.settled();
  },
  async "an owner in a version that is not served"(stage) {
    const owner = await stage.make("owner", { kind: Deployment, fields: { spec: SELECTED } });
    await stage.make("child", { owners: [ownerOf(owner, { apiVersion: "apps/v1beta1" })] });
    await stage.settled();
    await stage.remove("owner", "Background", Deployment);
    await stage.settled();
  },
  async "an owner in another version"(stage) {
    const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "a" };
    const spec = { scaleTargetRef, maxReplicas: 3 };
    const owner = await stage.make("owner", { kind: HorizontalPodAutoscaler, fields: { spec } });
    await stage.make("child", { owners: [ownerOf(owner, { apiVersion: "autoscaling/v1" })] });
    await stage.settled();
    const before = await stage.left();
    await stage.remove("owner", "Background", HorizontalPodAutoscaler);
    await stage.gone(["child"]);
    return before;
  },
  async "an owner in another namespace"(stage) {
    const owner = await stage.make("owner", { namespace: await stage.also("other") });
    await stage.make("child", { owners: [ownerOf(owner)] });
    await stage.gone(["child"]);
  },
  async "an owner in another namespace, which others have too"(stage) {
    const namespace = await stage.also("other");
    const owner = await stage.make("owner", { namespace });
    await stage.make("theirs", { namespace, owners: [ownerOf(owner)] });
    await stage.make("child", { owners: [ownerOf(owner)] });
    await stage.gone(["child"]);
  },
  async "an owner in a namespace, of what is in none"(stage) {
    const owner = await stage.make("owner");
    await stage.make("child", { kind: ClusterRole, owners: [ownerOf(owner)] });
    await stage.settled();
    const before = await stage.left();
    await stage.remove("owner");
    await stage.settled();
    return before;
  },
  async "an owner in no namespace, of what is in one"(stage) {
    const owner = await stage.make("owner", { kind: ClusterRole });
    await stage.make("child", { owners: [ownerOf(owner, BLOCKING)] });
    await stage.settled();
    const before = await stage.left();
    await stage.remove("owner", "Foreground", ClusterRole);
    await stage.gone(["child"]);
    await stage.gone(["owner"], ClusterRole);
    return before;
  },
  async "an owner in no namespace, of what is in none"(stage) {
    const owner = await stage.make("owner", { kind: ClusterRole });
    await stage.make("child", { kind: ClusterRole, owners: [ownerOf(owner)] });
    await stage.remove("owner", "Background", ClusterRole);
    await stage.gone(["child"], ClusterRole);
  },
  async "a child that is held"(stage) {
    const owner = await stage.make("owner");
    await stage.make("child", { ...HELD_BY, owners: [ownerOf(owner)] });
    await stage.remove("owner");
    await stage.until("child", isDeleted);
  },
  async "a child that comes late"(stage) {
    const owner = await stage.make("owner");
    await stage.remove("owner");
    await stage.gone(["owner"]);
    await stage.make("child", { owners: [ownerOf(owner)] });
    await stage.gone(["child"]);
  },
  async "a child that is given owners later"(stage) {
    const owner = await stage.make("owner");
    await stage.remove("owner");
    await stage.make("child");
    await stage.client.patch(ConfigMap, "child", {
      metadata: { ownerReferences: [ownerOf(owner)] },
    } as never);
    await stage.gone(["child"]);
  },
  async "an object that owns itself"(stage) {
    for (const name of ["kept", "background", "foreground"]) {
      const own = await stage.make(name);
      await stage.client.patch(ConfigMap, name, {
        metadata: { ownerReferences: [ownerOf(own, BLOCKING)] },
      } as never);
    }
    await stage.settled();
    await stage.remove("background");
    await stage.remove("foreground", "Foreground");
    await stage.gone(["background"]);
    // It waits for itself, for ever.
    await stage.until("foreground", isDeleted);
  },
  async "an owner that comes back under its name"(stage) {
    const owner = await stage.make("owner");
    await stage.make("child", { owners: [ownerOf(owner)] });
    await stage.remove("owner");
    await stage.make("owner");
    await stage.gone(["child"]);
  },
  async "a deployment with pods, in the foreground"(stage) {
    const owner = await stage.make("owner", { kind: Deployment, fields: { spec: SELECTED } });
    const set = await stage.make("set", {
      kind: ReplicaSet,
      owners: [ownerOf(owner, BLOCKING)],
      fields: { spec: SELECTED },
    });
    for (const name of ["a", "b"]) {
      const more = name === "a" ? { finalizers: [HELD] } : {};
      await stage.make(name, {
        kind: Pod,
        owners: [ownerOf(set, BLOCKING)],
        fields: { spec: CONTAINERS },
        ...more,
      });
    }
    await stage.remove("owner", "Foreground", Deployment);
    await stage.gone(["b"], Pod);
    await stage.until("a", isDeleted, Pod);
    await stage.settled();
    const before = await stage.left();
    await stage.letGo("a", Pod);
    await stage.gone(["owner"], Deployment);
    return before;
  },
  async "a custom resource that owns"(stage) {
    const kind = await stage.define("Site");
    const owner = await stage.make("owner", { kind });
    await stage.make("child", { owners: [ownerOf(owner)] });
    await stage.make("held", { kind, finalizers: [HELD], owners: [ownerOf(owner, BLOCKING)] });
    // Until the kind is watched, the reference's collector may overlook a child that does not block.
    await stage.make("learnt", { kind, owners: [ownerOf(owner, { name: "none", uid: NOBODY })] });
    await stage.gone(["learnt"], kind);
    await stage.remove("owner", "Foreground", kind);
    await stage.gone(["child"]);
    await stage.until("held", isDeleted, kind);
    const before = await stage.left();
    await stage.letGo("held", kind);
    await stage.gone(["owner"], kind);
    return before;
  },
  async "a custom resource that is owned, and in no namespace"(stage) {
    const kind = await stage.define("Zone", false);
    const owner = await stage.make("owner", { kind });
    await stage.make("child", { kind, owners: [ownerOf(owner)] });
    await stage.make("role", { kind: ClusterRole, owners: [ownerOf(owner)] });
    await stage.remove("owner", "Background", kind);
    await stage.gone(["child"], kind);
    await stage.gone(["role"], ClusterRole);
  },
  async "a kind that comes after those that it owns"(stage) {
    const owner = await stage.make("owner");
    const apiVersion = `${stage.namespace}.example.com/v1`;
    await stage.make("child", {
      owners: [ownerOf(owner, { apiVersion, kind: "Late", uid: NOBODY })],
    });
    await stage.settled();
    await stage.define("Late");
    await stage.gone(["child"]);
  },
};

/** Of the controller of namespaces. */
export const ENDING: Readonly<Record<string, Scenario>> = {
  async "a namespace with nothing that holds it"(stage) {
    const owner = await stage.make("owner");
    await stage.make("child", { owners: [ownerOf(owner, BLOCKING)] });
    await stage.make("pod", { kind: Pod, fields: { spec: CONTAINERS } });
    await stage.remove(stage.namespace, "Background", Namespace);
    await stage.gone([stage.namespace], Namespace);
  },
  async "a namespace that an object holds"(stage) {
    await stage.make("held", HELD_BY);
    await stage.make("other");
    await stage.remove(stage.namespace, "Background", Namespace);
    await stage.untilHeld();
    const before = await stage.left();
    const late = await stage.make("late").catch(({ code, status }) => [code, status.message]);
    await stage.letGo("held");
    await stage.gone([stage.namespace], Namespace);
    return [before, late];
  },
  async "a namespace that objects of several kinds hold"(stage) {
    for (const name of ["a", "b"]) {
      await stage.make(name, { finalizers: [HELD, "example.com/also"] });
      await stage.make(name, { ...HELD_BY, kind: Secret });
    }
    await stage.remove(stage.namespace, "Background", Namespace);
    await stage.untilHeld();
  },
  async "a namespace whose pods are held, before all else"(stage) {
    for (const name of ["a", "b"]) {
      await stage.make(name, { ...HELD_BY, kind: Pod, fields: { spec: CONTAINERS } });
      await stage.make(name);
    }
    await stage.remove(stage.namespace, "Background", Namespace);
    await stage.until("b", isDeleted, Pod);
    const hasTold = (one?: AnyObject) => one?.status.conditions !== undefined;
    await stage.until(stage.namespace, hasTold, Namespace);
    const before = await stage.left();
    for (const name of ["a", "b"]) await stage.letGo(name, Pod);
    await stage.gone([stage.namespace], Namespace);
    return before;
  },
  async "a namespace that custom resources hold"(stage) {
    const kind = await stage.define("Thing");
    await stage.make("a", { ...HELD_BY, kind });
    await stage.make("b", { kind });
    await stage.remove(stage.namespace, "Background", Namespace);
    await stage.untilHeld();
    const before = await stage.left();
    await stage.letGo("a", kind);
    await stage.gone([stage.namespace], Namespace);
    return before;
  },
  async "a namespace whose kind goes while it ends"(stage) {
    const kind = await stage.define("Gone");
    await stage.make("a", { ...HELD_BY, kind });
    await stage.remove(stage.namespace, "Background", Namespace);
    await stage.untilHeld();
    await stage.letGo("a", kind);
    await stage.undefine(kind);
    await stage.gone([stage.namespace], Namespace);
  },
  async "a namespace with a finalizer of its own"(stage) {
    const path = `/api/v1/namespaces/${stage.namespace}`;
    const own = await (await stage.client.fetch(path)).json();
    own.spec.finalizers.push(HELD);
    const headers = { "content-type": "application/json" };
    const finalize = (object: object) =>
      stage.client.fetch(`${path}/finalize`, {
        method: "PUT",
        headers,
        body: JSON.stringify(object),
      }).then(async (answer) => await answer.json());
    await finalize(own);
    await stage.make("a");
    await stage.remove(stage.namespace, "Background", Namespace);
    await stage.until(stage.namespace, (one) => one?.spec.finalizers.length === 1, Namespace);
    const before = await stage.left();
    const last = await (await stage.client.fetch(path)).json();
    deepStrictEqual(last.spec.finalizers, [HELD]);
    await finalize({ ...last, spec: { finalizers: [] } });
    await stage.gone([stage.namespace], Namespace);
    return before;
  },
  async "a namespace whose metadata has a finalizer"(stage) {
    await stage.client.patch(Namespace, stage.namespace, { metadata: { finalizers: [HELD] } });
    await stage.make("a");
    await stage.remove(stage.namespace, "Background", Namespace);
    await stage.until(stage.namespace, (one) => !one?.spec.finalizers?.length, Namespace);
    const before = await stage.left();
    await stage.letGo(stage.namespace, Namespace);
    await stage.gone([stage.namespace], Namespace);
    return before;
  },
  async "a namespace whose objects own what is elsewhere"(stage) {
    const owner = await stage.make("owner");
    await stage.make("child", { kind: ClusterRole, owners: [ownerOf(owner)] });
    await stage.remove(stage.namespace, "Background", Namespace);
    await stage.gone([stage.namespace], Namespace);
    await stage.settled();
  },
  async "a namespace that owns, and is owned"(stage) {
    const owner = await stage.make("owner", { kind: ClusterRole });
    const namespace = await stage.also("owned");
    await stage.client.patch(Namespace, namespace, {
      metadata: { ownerReferences: [ownerOf(owner)] },
    } as never);
    await stage.make("a", { namespace });
    await stage.remove("owner", "Background", ClusterRole);
    await stage.gone([namespace], Namespace);
  },
  async "a namespace that is deleted in the foreground"(stage) {
    const owner = await stage.make("owner");
    await stage.make("child", { ...HELD_BY, owners: [ownerOf(owner, BLOCKING)] });
    await stage.remove(stage.namespace, "Foreground", Namespace);
    await stage.untilHeld();
    const before = await stage.left();
    await stage.letGo("child");
    await stage.gone([stage.namespace], Namespace);
    return before;
  },
};
