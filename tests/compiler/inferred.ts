/** What the compiler infers where a program writes no type. */
import {
  type AnyKind,
  type AnyObject,
  type Apply,
  type ApplyMeta,
  type appsV1,
  changed,
  type Client,
  type Condition,
  ConfigMap,
  type coreV1,
  createInformer,
  type CustomRead,
  defineController,
  defineIndex,
  defineView,
  defineWebhook,
  Deployment,
  type Draft,
  dynamicKind,
  type Live,
  type MergePatch,
  type metaV1,
  Namespace,
  type ObjectOf,
  Pod,
  Service,
  watch,
  type WatchEvent,
  type WriteOf,
} from "../../mod.ts";
import { Bucket } from "./programs/bucket.ts";
import { Website } from "./programs/website.ts";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true
  : false;
function same<_Holds extends true>(): void {}
/** Members written out, so that two spellings of one type compare as equal. */
type Flat<T> = T extends object ? { [K in keyof T]: Flat<T[K]> } : T;

declare const client: Client;
const podsOfNode = defineIndex(
  Pod,
  "node",
  (pod) => (same<Equal<typeof pod, Live<Pod>>>(), pod.spec.nodeName),
);
const images = defineView(
  Pod,
  "images",
  (pod) => ({ images: pod.spec.containers.map(({ image }) => image) }),
);

defineController({
  for: Website,
  owns: [Deployment],
  reads: [ConfigMap, Pod, images],
  watches: [
    watch(Service, { to: (service) => (same<Equal<typeof service, Live<Service>>>(), [service]) }),
  ],
  when: changed("spec"),
  async reconcile(site, ctx) {
    same<
      Equal<
        typeof site,
        CustomRead<
          "Website",
          { image: string; replicas: number },
          { ready: number },
          "Ready",
          "Namespaced"
        >
      >
    >();
    same<Equal<typeof site, ObjectOf<typeof Website>>>();
    same<Equal<typeof site.kind, "Website">>();
    same<Equal<typeof site.metadata.name, string>>();
    same<Equal<typeof site.metadata.namespace, string>>();
    same<Equal<typeof site.metadata.labels, Record<string, string> | undefined>>();
    same<Equal<typeof site.spec, { image: string; replicas: number }>>();
    same<Equal<NonNullable<typeof site.status>["ready"], number | undefined>>();
    same<Equal<NonNullable<typeof site.status>["conditions"], Condition<"Ready">[] | undefined>>();

    const web = await ctx.apply(Deployment, { metadata: { name: "a" } });
    same<Equal<typeof web, Live<Deployment>>>();
    same<Equal<typeof web.kind, "Deployment">>();
    same<Equal<typeof web.spec.replicas, number | undefined>>();
    same<Equal<typeof web.spec.selector, metaV1.LabelSelector | null>>();
    same<Equal<typeof web.status, Deployment["status"]>>();

    const cached = ctx.cache.get(Deployment, site.metadata.name);
    same<Equal<typeof cached, Live<Deployment> | undefined>>();
    const own = ctx.cache.get(Website, site);
    same<Equal<typeof own, typeof site | undefined>>();
    const service = ctx.cache.list(Service);
    same<Equal<typeof service, Live<Service>[]>>();
    const pods = ctx.cache.by(podsOfNode, "node-1");
    same<Equal<typeof pods, Live<Pod>[]>>();
    const projected = ctx.cache.get(images, "a");
    same<Equal<NonNullable<typeof projected>["images"], (string | undefined)[]>>();
    const owned = ctx.owned(Deployment);
    same<Equal<typeof owned, Live<Deployment>[]>>();
    if (owned.length > 1) return { requeueAfter: "1h30m" };
  },
});

// What is sent: any part of the tree to an applier, and null where a patch deletes.
same<Equal<Draft<Deployment>["kind"], "Deployment" | undefined>>();
same<Equal<NonNullable<Draft<Deployment>["spec"]>, appsV1.DeploymentSpec>>();
same<Equal<NonNullable<Apply<Deployment>["spec"]>["replicas"], number | undefined>>();
same<
  Equal<
    NonNullable<Apply<Service>["spec"]>["selector"],
    { [label: string]: string | undefined } | undefined
  >
>();
same<Equal<keyof Apply<Deployment>["metadata"], keyof ApplyMeta<Pod>>>();
same<Equal<NonNullable<MergePatch<Deployment>["spec"]>["replicas"], number | null | undefined>>();
same<
  Equal<NonNullable<MergePatch<Service>["spec"]>["ports"], coreV1.ServicePort[] | null | undefined>
>();

const map = await client.get(ConfigMap, "a");
same<Equal<typeof map, Live<ConfigMap>>>();
same<Equal<typeof map.data, Record<string, string> | undefined>>();
const namespace = await client.get(Namespace, "a");
same<Equal<"namespace" extends keyof typeof namespace.metadata ? true : false, false>>();
const bucket = await client.get(Bucket, "a");
same<Equal<typeof bucket.spec, { region: "eu" | "us"; sizeGiB: number; retain: boolean }>>();
same<
  Equal<WriteOf<typeof Bucket>["spec"], { region: "eu" | "us"; sizeGiB: number; retain?: boolean }>
>();
const list = await client.list(Pod);
same<Equal<typeof list.items, Live<Pod>[]>>();
for await (const event of client.watch(Pod)) {
  same<Equal<typeof event, WatchEvent<Live<Pod>>>>();
  if (event.type !== "SYNCED") same<Equal<typeof event.object, Live<Pod>>>();
}
const anything = await client.get(
  dynamicKind({ version: "v1", kind: "Thing", plural: "things" }),
  "a",
);
same<Equal<typeof anything, Live<AnyObject>>>();
same<Equal<typeof anything.metadata.name, string>>();
anything.spec.whatever.it.says;
const informer = createInformer(client, Pod, {
  indexes: [podsOfNode],
  transform: (pod) => (delete pod.metadata.annotations, pod),
});
same<Equal<ReturnType<typeof informer.lister.get>, Live<Pod> | undefined>>();
defineWebhook({
  for: Bucket,
  mutate({ object, user }) {
    same<Equal<typeof object.spec.retain, boolean>>();
    same<Equal<typeof object.metadata, metaV1.ObjectMeta>>();
    same<Equal<typeof user.username, string | undefined>>();
    object.metadata.labels = { ...object.metadata.labels, checked: "yes" };
  },
});
defineWebhook({
  for: Bucket,
  validateDelete: ({ oldObject }) => oldObject.spec.retain ? "retained" : undefined,
});
// Helpers that a user writes over all kinds.
async function names<K extends AnyKind>(kind: K): Promise<string[]> {
  return (await client.list(kind)).items.map(({ metadata }) => metadata.name);
}
async function first<K extends AnyKind>(kind: K): Promise<ObjectOf<K> | undefined> {
  return (await client.list(kind)).items[0];
}
await names(Pod);
same<Equal<Awaited<ReturnType<typeof first<typeof Pod>>>, Live<Pod> | undefined>>();
// Conditions of kinds that are open keep their names and take others.
defineController({
  for: Pod,
  reconcile: (_pod, ctx) => ctx.status({ conditions: { Ready: true, "example.com/Gate": false } }),
});
// One kind or another: the literal kinds narrow.
declare const either: Live<Pod> | Live<Service>;
if (either.kind === "Pod") same<Equal<typeof either, Live<Pod>>>();
export type Shown = Flat<ObjectOf<typeof Website>>;
