/**
 * What must not compile. Each line below a `@ts-expect-error` is refused with the error that the comment
 * names, for the reason that it gives; the lines around them compile. Each case is one line.
 *
 * @module
 */
// deno-fmt-ignore-file
// deno-lint-ignore-file

import { type ApplyMeta, autoscalingV1, type Client, ConfigMap, createInformer, declareConversion, defineController, defineIndex, defineResource, defineVersionedResource, defineView, defineWebhook, Deployment, Event, HorizontalPodAutoscaler, isKind, type Kind, type KubeObject, metadataOnly, metaV1, Namespace, Pod, type Ref, Service, type Span, SubjectAccessReview, Type, watch, WorkQueue, child, coreV1, dynamicKind } from "../../mod.ts";
import { explore, fault, testEnv } from "../../testing.ts";
import { Website, operator } from "./programs/website.ts";
import { Bucket } from "./programs/bucket.ts";

declare const client: Client;
const podsOfNode = defineIndex(Pod, "node", (pod) => pod.spec.nodeName);
const images = defineView(Pod, "images", (pod) => ({ images: pod.spec.containers.map(({ image }) => image ?? "") }));
const template = { spec: { containers: [{ name: "web" }] } };
const Zone = defineResource({ group: "example.com", version: "v1", kind: "Zone", scope: "Cluster", conditions: ["Ready", "Degraded"], spec: Type.Object({ size: Type.Integer() }) });
const Tree = defineResource({
  group: "example.com", version: "v1", kind: "Tree",
  spec: Type.Object({
    inner: Type.Object({ depth: Type.Integer({ default: 3 }), name: Type.String() }),
    list: Type.ListMap(Type.Object({ name: Type.String(), weight: Type.Integer({ default: 1 }) }), ["name"]),
    mode: Type.Enum(["fast", "safe"], { default: "safe" }),
    note: Type.Optional(Type.String()),
    counts: Type.Record(Type.Integer()),
    target: Type.OneOf({ s3: Type.Object({ bucket: Type.String() }), gcs: Type.Object({ project: Type.String(), tier: Type.Integer({ default: 1 }) }) }),
  }),
});
const tree = { inner: { name: "a" }, list: [{ name: "a" }], counts: { a: 1 }, target: { s3: { bucket: "b" } } };

defineController({
  for: Website,
  owns: [Deployment, Service],
  reads: [ConfigMap, images],
  watches: [watch(Namespace, { to: (namespace) => [namespace.metadata.name] })],
  async reconcile(site, ctx) {
    // What compiles: children, reads and watched kinds.
    await ctx.apply(Service, { metadata: { name: "a" }, spec: { ports: [{ port: 80 }] } });
    await ctx.applySet([child(Service, { metadata: { name: "a" } }), child(Deployment, { metadata: { name: "a" } })]);
    ctx.cache.get(ConfigMap, "a")?.data;
    ctx.cache.get(Namespace, "a")?.status?.phase;
    ctx.cache.get(images, "a")?.images;
    ctx.status({ ready: undefined, conditions: { Ready: { status: "Unknown", reason: "Asking" } } });

    // @ts-expect-error 1 TS2379: a kind that is not declared can't be applied
    await ctx.apply(Pod, { metadata: { name: "a" } });
    // @ts-expect-error 2 TS2379: one that is only read can't either
    await ctx.apply(ConfigMap, { metadata: { name: "a" } });
    // @ts-expect-error 3 TS2379: nor be deleted
    await ctx.delete(ConfigMap, "a");
    // @ts-expect-error 4 TS2379: a kind that is not declared is not cached
    ctx.cache.get(Pod, "a");
    // @ts-expect-error 5 TS2345: an index of a kind that is not declared
    ctx.cache.by(podsOfNode, "node-1");
    // @ts-expect-error 6 TS2322: a child of a kind that is not owned
    await ctx.applySet([child(ConfigMap, { metadata: { name: "a" } })]);
    // @ts-expect-error 7 TS2379: a view is not applied
    await ctx.apply(images, { metadata: { name: "a" } });
    // @ts-expect-error 8 TS2561: a misspelt status field
    ctx.status({ raedy: 1 });
    // @ts-expect-error 9 TS2561: a misspelt condition
    ctx.status({ conditions: { Raedy: true } });
    // @ts-expect-error 10 TS2322: a condition is a boolean or { status, reason }
    ctx.status({ conditions: { Ready: "True" } });
    // @ts-expect-error 11 TS2322: a condition in full needs a reason
    ctx.status({ conditions: { Ready: { status: false } } });
    // @ts-expect-error 12 TS2322: a wrong type in the status
    ctx.status({ ready: "1" });
    // @ts-expect-error 13 TS2353: ours, not the controller's
    ctx.status({ observedGeneration: 1 });
    // @ts-expect-error 14 TS18048: a status that is not there yet
    site.status.ready;
    // @ts-expect-error 15 TS2551: a misspelt field of what was read
    site.spec.replcas;
    // @ts-expect-error 16 TS2820: an unknown owner mode
    await ctx.apply(Service, { metadata: { name: "a" } }, { owner: "controler" });
    // @ts-expect-error 17 TS2345: no metadata
    await ctx.apply(Service, { spec: {} });
    // @ts-expect-error 18 TS2322: no name
    await ctx.apply(Service, { metadata: { labels: {} } });
    // @ts-expect-error 19 TS2353: generateName can't be applied
    await ctx.apply(Service, { metadata: { name: "a", generateName: "a-" } });
    // @ts-expect-error 20 TS2741: an item of a keyed list without its key
    await ctx.apply(Service, { metadata: { name: "a" }, spec: { ports: [{ name: "http" }] } });
    // @ts-expect-error 21 TS2353: an unknown field of an item
    await ctx.apply(Service, { metadata: { name: "a" }, spec: { ports: [{ port: 80, prot: "TCP" }] } });
    // @ts-expect-error 22 TS2322: a wrong type deep in the tree
    await ctx.apply(Deployment, { metadata: { name: "a" }, spec: { template: { spec: { containers: [{ name: "a", image: 1 }] } } } });
    // @ts-expect-error 23 TS2561: a misspelt field deep in the tree
    await ctx.apply(Deployment, { metadata: { name: "a" }, spec: { template: { spec: { nodename: "a" } } } });
    // @ts-expect-error 24 TS2322: a value that an enumeration lacks
    await ctx.apply(Deployment, { metadata: { name: "a" }, spec: { strategy: { type: "Rolling" } } });
    // @ts-expect-error 25 TS2322: another kind's name
    await ctx.apply(Deployment, { kind: "Pod", metadata: { name: "a" } });
    // @ts-expect-error 26 TS2322: a label that is no string
    await ctx.apply(Service, { metadata: { name: "a", labels: { a: 1 } } });
    // @ts-expect-error 27 TS2322: events are Normal or Warning
    ctx.event("Reason", "note", { type: "Error" });
    // @ts-expect-error 28 TS2375: a Service is no Deployment
    const deployment: Deployment = ctx.cache.get(Service, "a")!;
    return void deployment;
  },
});

// What compiles: what was left out when written has its default when read; undefined is dropped by an applier.
await client.create(Tree, { metadata: { generateName: "t-" }, spec: tree });
const read = await client.get(Tree, "a");
const numbers: number[] = [read.spec.inner.depth, ...read.spec.list.map(({ weight }) => weight)];
const mode: "fast" | "safe" = read.spec.mode;
await client.apply(Deployment, { metadata: { name: "a" }, spec: { replicas: undefined, template: { spec: { containers: [{ name: "a", image: undefined }] } } } });
await client.delete(Pod, await client.get(Pod, "a"));
await client.replace(Tree, read);
await client.update(Tree, read, (object) => { object.spec.inner.depth++; });
await client.create(Tree, { metadata: { name: "a" }, spec: { ...tree, target: { gcs: { project: "p" } } } });
await client.list(coreV1.Event);
await client.applyManifests([await client.get(Pod, "a"), { kind: "ConfigMap", metadata: { name: "a" } }]);
await using env = await testEnv({ operator, resources: [Website, Bucket, Tree, Zone] });
await env.checkConversions(Bucket);
declare const any: KubeObject;
if (isKind(Pod, any)) any.spec.containers[0]?.image;
const allowed: boolean | undefined = (await client.create(SubjectAccessReview, { spec: { user: "a" } })).status.allowed;
const thing = dynamicKind({ version: "v1", kind: "Thing", plural: "things" });
const refs: Ref[] = ["a", "b/a", { name: "a" }, await client.get(Namespace, "a"), await client.get(thing, "a")];

// @ts-expect-error 29 TS2322: a draft without a name
await client.create(Deployment, { metadata: {}, spec: { selector: null, template } });
// @ts-expect-error 30 TS2345: a draft without metadata
await client.create(Deployment, { spec: { selector: null, template } });
// @ts-expect-error 31 TS2739: a draft is whole, a required field may not be left out
await client.create(Deployment, { metadata: { name: "a" }, spec: { replicas: 1 } });
// @ts-expect-error 32 TS2345: nor a spec that the definition requires
await client.create(Website, { metadata: { name: "a" } });
// @ts-expect-error 33 TS2741: a required property of a custom resource
await client.create(Website, { metadata: { name: "a" }, spec: { replicas: 1 } });
// @ts-expect-error 34 TS2353: a namespace on a kind without one, written
await client.create(Namespace, { metadata: { name: "a", namespace: "b" } });
// @ts-expect-error 35 TS2339: and read
(await client.get(Namespace, "a")).metadata.namespace;
// @ts-expect-error 36 TS2339: and of a kind of one's own
(await client.get(Zone, "a")).metadata.namespace;
// @ts-expect-error 37 TS2741: a property without default is not optional when written
await client.create(Tree, { metadata: { name: "a" }, spec: { ...tree, inner: { depth: 1 } } });
// @ts-expect-error 38 TS2532: an optional one is optional when read
(await client.get(Tree, "a")).spec.note.length;
// @ts-expect-error 39 TS2322: a default must be one of the values
Type.Enum(["a", "b"], { default: "c" });
// @ts-expect-error 40 TS2322: two of what is one of
await client.create(Tree, { metadata: { name: "a" }, spec: { ...tree, target: { s3: { bucket: "b" }, gcs: { project: "p" } } } });
// @ts-expect-error 41 TS2322: keys of a list map are properties of its element
Type.ListMap(Type.Object({ name: Type.String() }), ["id"]);
// @ts-expect-error 42 TS2339: what a structural schema can't say is not there
Type.Union([Type.String(), Type.Integer()]);
// @ts-expect-error 43 TS2561: patch of an unknown field
await client.patch(Deployment, "a", { spec: { replcas: 1 } });
// @ts-expect-error 44 TS2322: of a wrong type
await client.patch(Deployment, "a", { spec: { replicas: "1" } });
// @ts-expect-error 45 TS2322: a JSON patch operation without its value
await client.patch(Deployment, "a", [{ op: "replace", path: "/spec/replicas" }]);
// @ts-expect-error 46 TS2375: undefined deletes nothing, null does
await client.patch(Deployment, "a", { spec: { replicas: undefined } });
// @ts-expect-error 47 TS2532: what find answers may be undefined
(await client.find(Pod, "a")).metadata;
// @ts-expect-error 48 TS2339: an event SYNCED has no object
for await (const event of client.watch(Pod)) event.object;
// @ts-expect-error 49 TS2322: a draft is no object to replace with
await client.replace(Website, { metadata: { name: "a" }, spec: { image: "a", replicas: 1 } });
// @ts-expect-error 50 TS2379: an object of another kind
await client.replace(Website, await client.get(Tree, "a"));
// @ts-expect-error 51 TS2561: a misspelt option
await client.get(Pod, "a", { namspace: "b" });
// @ts-expect-error 52 TS2322: words are no Span
const words: Span = "5 minutes";
// @ts-expect-error 53 TS2322: nor a number in quotes
const bare: Span = "5";
// @ts-expect-error 54 TS2322: nor days
const days: Span = "1d";
// @ts-expect-error 55 TS2322: and so for every option
await client.waitFor(Pod, "a", (pod) => pod !== undefined, { timeout: "2 min" });
// @ts-expect-error 56 TS2322: labels are strings
await client.list(Pod, { labelSelector: { app: 1 } });
// @ts-expect-error 57 TS2741: an object without a name is no reference
await client.get(Pod, { metadata: { namespace: "a" } });
// @ts-expect-error 58 TS2322: a view can't be created
await client.create(images, { metadata: { name: "a" } });
// @ts-expect-error 59 TS2339: a view has what it projects, no more
(await client.get(metadataOnly(Pod), "a")).spec;
// @ts-expect-error 60 TS2345: an index of another kind
createInformer(client, Deployment).lister.by(podsOfNode, "a");
// @ts-expect-error 61 TS2322: a handler of another kind
createInformer(client, Deployment, { transform: (): Pod => ({}) });
// @ts-expect-error 62 TS2345: a queue's keys have its type
new WorkQueue<string>().add(1);

// @ts-expect-error 63 TS2322: Span in a result
defineController({ for: Website, reconcile: () => ({ requeueAfter: "5 minutes" }) });
// @ts-expect-error 64 TS2322: a misspelt result
defineController({ for: Website, reconcile: () => ({ requeAfter: "5m" }) });
// @ts-expect-error 65 TS2322: a misspelt result of an async function
defineController({ for: Website, reconcile: async () => ({ requeAfter: "5m" }) });
// @ts-expect-error 66 TS2345: no reconcile
defineController({ for: Website });
// @ts-expect-error 67 TS2561: a misspelt option
defineController({ for: Website, own: [Pod], reconcile() {} });
// @ts-expect-error 68 TS2345: watches name whom to wake
watch(Pod, {});
// @ts-expect-error 69 TS2345: nothing is owned, so nothing may be applied
defineController({ for: Website, reconcile: (_site, ctx) => void ctx.apply(Deployment, { metadata: { name: "a" } }) });
// @ts-expect-error 70 TS2345: a kind without status has none to set
defineController({ for: ConfigMap, reconcile: (_map, ctx) => ctx.status({}) });
// @ts-expect-error 71 TS2353: an undeclared condition
defineController({ for: Zone, reconcile: (_zone, ctx) => ctx.status({ conditions: { Degraded: true, Stalled: true } }) });
// @ts-expect-error 72 TS2551: a bucket has no field of that name
defineWebhook({ for: Bucket, validate: ({ object }) => object.spec.sizeGb > 1 ? "too large" : undefined });
// @ts-expect-error 73 TS18048: on creation there is no old object
defineWebhook({ for: Bucket, validate: ({ oldObject }) => oldObject.spec.retain ? "kept" : undefined });
// @ts-expect-error 74 TS2322: a verdict is text or a list of fields
defineWebhook({ for: Bucket, validate: () => false });
// @ts-expect-error 75 TS2339: on deletion there is no new object
defineWebhook({ for: Bucket, validateDelete: ({ object }) => object.metadata.name });

const versions = {
  v1: { spec: Type.Object({ sizeGiB: Type.Integer() }) },
  v1beta1: { spec: Type.Object({ size: Type.String() }) },
};
const Disk = defineVersionedResource({ group: "example.com", kind: "Disk", storage: "v1", versions });
Disk.convert({
  v1beta1: {
    // @ts-expect-error 76 TS2322: a wrong type out of a conversion
    up: ({ spec }) => ({ spec: { sizeGiB: spec.size } }),
    // @ts-expect-error 77 TS2339: a field that the other version has
    down: ({ spec }) => ({ spec: { size: `${spec.size}Gi` } }),
  },
});
// @ts-expect-error 78 TS2345: a version without its conversion
Disk.convert({});
// @ts-expect-error 79 TS2741: one direction is none
Disk.convert({ v1beta1: { up: () => ({ spec: { sizeGiB: 1 } }) } });
// @ts-expect-error 80 TS2322: a version that is not declared
defineVersionedResource({ group: "example.com", kind: "Disk", storage: "v2", versions });
// @ts-expect-error 81 TS2561: a misspelt option
defineResource({ group: "example.com", version: "v1", kind: "A", spec: versions.v1.spec, shortNmes: ["a"] });
// @ts-expect-error 82 TS2322: a reason that no server gives
fault.reject({ verb: "apply", reason: "Busy" });
// @ts-expect-error 83 TS2345: exploring needs a number of runs
await explore({ operator }, async () => {});
// @ts-expect-error 84 TS2561: a misspelt option
await testEnv({ operators: [operator] });
const meta: ApplyMeta<Pod> = { name: "a" };
// @ts-expect-error 85 TS2339: what a server sets can't be applied
meta.uid;

// A kind that only discovery knows lets no other in: kinds are compared exactly.
defineController({
  for: Website,
  owns: [dynamicKind({ version: "v1", kind: "Thing", plural: "things" })],
  async reconcile(_site, ctx) {
    // @ts-expect-error 86 TS2379: a kind that is not declared, beside a dynamic one
    await ctx.apply(Pod, { metadata: { name: "a" } });
  },
});
// @ts-expect-error 87 TS2741: a default within what is one of may be left out, what has none may not
await client.create(Tree, { metadata: { name: "a" }, spec: { ...tree, target: { gcs: {} } } });
// @ts-expect-error 88 TS2322: a manifest is text or a list of objects
await client.applyManifests([1]);

// Kinds by themselves.
// @ts-expect-error 89 TS2540: a kind does not change
Pod.version = "v2";
// @ts-expect-error 90 TS2375: one kind is no other
const service: Kind<Service> = Pod;
// @ts-expect-error 91 TS2375: a dynamic kind is no typed one
const typed: Kind<Pod> = thing;
// @ts-expect-error 92 TS2375: events of the core group are others than those of the newer one
const event: Kind<coreV1.Event> = Event;
// @ts-expect-error 93 TS2375: nor is a kind what it was in another version
const autoscaler: Kind<autoscalingV1.HorizontalPodAutoscaler> = HorizontalPodAutoscaler;
// @ts-expect-error 94 TS2353: a review has no name
await client.create(SubjectAccessReview, { metadata: { name: "a" }, spec: {} });
// @ts-expect-error 95 TS2339: none is read either
(await client.create(SubjectAccessReview, { spec: {} })).metadata?.name;
// @ts-expect-error 96 TS2708: what is no resource is a type alone
await client.list(metaV1.Status);
// @ts-expect-error 97 TS2741: a merge patch replaces whole lists, so their elements are whole
await client.patch(Deployment, "a", { spec: { template: { spec: { containers: [{ image: "b" }] } } } });
// @ts-expect-error 98 TS2345: a path needs a plural
dynamicKind({ version: "v1", kind: "Thing" });
// @ts-expect-error 99 TS2561: a misspelt part of a kind
dynamicKind({ version: "v1", kind: "Thing", plural: "things", namspaced: false });
// @ts-expect-error 100 TS2345: a kind is no reference
await client.get(Pod, Pod);
// @ts-expect-error 101 TS2353: neither is an object that has no name yet
const nameless: Ref = { metadata: { generateName: "a-" } };
// @ts-expect-error 102 TS2339: what is of one kind is not of another
if (isKind(Service, any)) any.spec.containers;
// @ts-expect-error 103 TS2322: a null deletes in a merge patch, an applier leaves out
await client.apply(Deployment, { metadata: { name: "a" }, spec: { replicas: null } });
// @ts-expect-error 104 TS2322: an object that is read has its own kind
const kind: "Service" = (await client.get(Pod, "a")).kind;

// Resources of one's own.
// @ts-expect-error 105 TS2322: a default is of the type
Type.Integer({ default: "1" });
// @ts-expect-error 106 TS2561: a misspelt option of a type
Type.String({ minLenght: 1 });
// @ts-expect-error 107 TS2561: an option of another type
Type.Boolean({ defualt: true });
// @ts-expect-error 108 TS2322: a scope that no server has
defineResource({ group: "example.com", version: "v1", kind: "A", scope: "World", spec: versions.v1.spec });
// @ts-expect-error 109 TS2322: a type of columns that no definition has
defineResource({ group: "example.com", version: "v1", kind: "A", spec: versions.v1.spec, columns: [{ name: "A", path: ".spec.a", type: "text" }] });
// @ts-expect-error 110 TS2345: without a spec nothing is known
defineResource({ group: "example.com", version: "v1", kind: "A" });
// @ts-expect-error 111 TS2353: a rule that takes a server to evaluate
declareConversion({ up: [{ set: { path: ".spec.a", expression: "1" } }] });
// @ts-expect-error 112 TS2353: versions are converted to the stored one, which is none of them
Disk.convert({ v1: declareConversion({ up: [] }), v1beta1: declareConversion({ up: [] }) });
// @ts-expect-error 113 TS2339: a resource that is converted is not converted again
Disk.convert({ v1beta1: declareConversion({ up: [] }) }).convert;
// @ts-expect-error 114 TS2345: a dialect that nobody speaks
Website.definition("klingon");
// @ts-expect-error 115 TS2561: a field that no deployment has, which nobody could apply
await client.explainApply(Deployment, { metadata: { name: "a" }, spec: { raplicas: 1 } });
// @ts-expect-error 116 TS2353: nothing is written, so that there is nothing to force
await client.explainApply(Deployment, { metadata: { name: "a" } }, { force: true });
export { allowed, autoscaler, bare, days, event, kind, mode, nameless, numbers, refs, service, typed, words };
