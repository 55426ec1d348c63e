import { type TestEnv, testEnv } from "../../testing.ts";
import { type Client, ConfigMap, defineIndex, type ObjectOf, Secret } from "../../mod.ts";
import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { selectorOfLabels } from "../../toolkit/selectors/mod.ts";
import {
  type ChildClaim,
  type ChildView,
  claimChildren,
  type ClaimingParent,
} from "./claim_children.ts";
import { Doubts } from "./doubts.ts";
import { controllerReference } from "./owner_reference.ts";
import { SharedInformers } from "./shared_informers.ts";

type Child = ObjectOf<typeof ConfigMap>;
type Parent = ObjectOf<typeof Secret>;

const controllerOf = ({ metadata }: Child) =>
  metadata.ownerReferences?.find(({ controller }) => controller);
const byController = defineIndex(ConfigMap, "controller", (child) => controllerOf(child)?.uid);
const orphans = defineIndex(
  ConfigMap,
  "orphans",
  (child) => controllerOf(child) ? undefined : child.metadata.namespace,
);

function viewOf({ metadata }: Child): ChildView {
  const { namespace = "", name, uid, labels = {}, deletionTimestamp } = metadata;
  const isDeleting = deletionTimestamp !== undefined;
  return { key: `${namespace}/${name}`, namespace, name, uid, labels, isDeleting };
}

/** Config maps that a secret may claim. */
interface Scene {
  readonly env: TestEnv;
  readonly parent: Parent;
  /** Makes a child: of the parent, of nobody, or of somebody else. */
  child(name: string, labels?: Record<string, string>, of?: Parent): Promise<void>;
  /** Claims those of `app=web`; their names. */
  claim(more?: Partial<ChildClaim<ChildView>>, client?: Client): Promise<string[]>;
  /** Who controls a child. */
  controller(name: string): Promise<string | undefined>;
}

async function withScene(act: (scene: Scene) => Promise<void>): Promise<void> {
  await using env = await testEnv({ controllers: [] });
  const { client } = env;
  await using informers = new SharedInformers(client);
  const informer = informers.of(ConfigMap, [byController, orphans]);
  await informers.start(new AbortController().signal);
  const views = informer.derive(viewOf);
  const parent = await client.create(Secret, { metadata: { name: "parent" } });
  await act({
    env,
    parent,
    async child(name, labels = { app: "web" }, of) {
      const ownerReferences = of && [controllerReference(client, Secret, of.metadata)];
      await client.create(ConfigMap, {
        metadata: { name, labels, ...(ownerReferences && { ownerReferences }) },
      });
    },
    async claim(more = {}, writer = client) {
      const claimed = await claimChildren({
        parent,
        selector: selectorOfLabels({ app: "web" }),
        reference: controllerReference(client, Secret, parent.metadata),
        live: () => client.get(Secret, "parent"),
        ...more,
      }, {
        kind: ConfigMap,
        client: writer,
        informer,
        views,
        byController,
        orphans,
        doubts: new Doubts(),
      });
      return claimed.map(({ name }) => name).sort();
    },
    async controller(name) {
      return controllerOf(await client.get(ConfigMap, name))?.name;
    },
  });
}

const OTHER = { app: "other" };

Deno.test("claimChildren() keeps what matches, adopts orphans that match, and leaves others alone", () =>
  withScene(async ({ env, child, claim, controller, parent }) => {
    const other = await env.client.create(Secret, { metadata: { name: "other" } });
    await child("own", undefined, parent);
    await child("orphan");
    await child("stranger", OTHER);
    await child("theirs", undefined, other);
    await env.client.create(ConfigMap, {
      metadata: { name: "far", namespace: "kube-system", labels: { app: "web" } },
    });
    assertEquals(await claim(), ["orphan", "own"]);
    assertEquals(await controller("orphan"), "parent");
    assertEquals(await controller("stranger"), undefined);
    assertEquals(await controller("theirs"), "other");
  }));

Deno.test("claimChildren() lets go of what matches no longer, and of no other owner of it", () =>
  withScene(async ({ env: { client }, child, claim, parent }) => {
    await child("own", OTHER, parent);
    const owner = { apiVersion: "v1", kind: "Secret", name: "x", uid: "not that one" };
    await client.update(ConfigMap, "own", ({ metadata }) => {
      metadata.ownerReferences!.push(owner as never);
    });
    assertEquals(await claim(), []);
    const { metadata } = await client.get(ConfigMap, "own");
    assertEquals(metadata.ownerReferences?.map(({ name }) => name), ["x"]);
  }));

Deno.test("claimChildren() neither adopts nor lets go for a parent that is on its way out", () =>
  withScene(async ({ child, claim, controller, parent }) => {
    await child("own", OTHER, parent);
    await child("orphan");
    const ending = {
      ...parent,
      metadata: { ...parent.metadata, deletionTimestamp: "2026-01-01T00:00:00Z" },
    };
    assertEquals(await claim({ parent: ending as ClaimingParent }), []);
    assertEquals([await controller("own"), await controller("orphan")], ["parent", undefined]);
  }));

Deno.test("claimChildren() does not adopt what is on its way out", () =>
  withScene(async ({ env: { client }, child, claim, controller }) => {
    await child("orphan");
    await client.patch(ConfigMap, "orphan", { metadata: { finalizers: ["example.com/held"] } });
    await client.delete(ConfigMap, "orphan");
    assertEquals(await claim(), []);
    assertEquals(await controller("orphan"), undefined);
  }));

Deno.test("claimChildren() has nothing to do with those that the parent does not consider", () =>
  withScene(async ({ child, claim, controller, parent }) => {
    await child("own", OTHER, parent);
    await child("orphan");
    assertEquals(await claim({ considers: () => false }), []);
    assertEquals([await controller("own"), await controller("orphan")], ["parent", undefined]);
    assertEquals(await claim({ wants: ({ name }) => name !== "orphan" }), []);
    assertEquals([await controller("own"), await controller("orphan")], [undefined, undefined]);
  }));

const GONE: Readonly<Record<string, readonly [(parent: Parent) => ClaimingParent, RegExp]>> = {
  "has a successor": [
    ({ metadata }) => ({ metadata: { ...metadata, uid: "another" } }) as ClaimingParent,
    /can't adopt ConfigMap default\/a \(.+\): original Secret default\/parent is gone: got uid another, wanted/,
  ],
  "has just been deleted": [
    ({ metadata }) =>
      ({ metadata: { ...metadata, deletionTimestamp: "2026-01-01T00:00:00Z" } }) as never,
    /default\/parent has just been deleted at 2026-01-01T00:00:00Z/,
  ],
};

for (const [name, [liveOf, pattern]] of Object.entries(GONE)) {
  Deno.test(`claimChildren() asks once, and adopts nothing, where the parent ${name}`, () =>
    withScene(async ({ child, claim, controller, parent }) => {
      for (const name of ["a", "b"]) await child(name);
      let asked = 0;
      const live = () => {
        asked++;
        return Promise.resolve(liveOf(parent));
      };
      await assertRejects(() => claim({ live }), pattern);
      assertEquals([asked, await controller("a"), await controller("b")], [
        1,
        undefined,
        undefined,
      ]);
    }));
}

Deno.test("claimChildren() does not adopt a successor of what it has seen", () =>
  withScene(async ({ env: { client }, child, claim, controller }) => {
    await child("orphan");
    // Another one of the same name is made between the look and the write.
    const late = new Proxy(client, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (name !== "patch") return typeof value === "function" ? value.bind(target) : value;
        return async (...args: unknown[]) => {
          await client.delete(ConfigMap, "orphan");
          await child("orphan");
          return await value.apply(target, args);
        };
      },
    });
    await assertRejects(() => claim({}, late));
    assertEquals(await controller("orphan"), undefined);
  }));

Deno.test("claimChildren() takes a child that has gone meanwhile for none", () =>
  withScene(async ({ env: { client }, child, claim }) => {
    await child("orphan");
    const late = new Proxy(client, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (name !== "patch") return typeof value === "function" ? value.bind(target) : value;
        return async (...args: unknown[]) => {
          await client.delete(ConfigMap, "orphan");
          return await value.apply(target, args);
        };
      },
    });
    assert((await claim({}, late)).length === 0);
  }));

Deno.test("claimChildren() goes on after a failure, and tells of all of them", () =>
  withScene(async ({ env: { client }, child, claim, controller, parent }) => {
    await child("own", OTHER, parent);
    for (const name of ["a", "b", "c"]) await child(name);
    const broken = new Proxy(client, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (name !== "patch") return typeof value === "function" ? value.bind(target) : value;
        return (kind: unknown, ref: { name: string }, ...others: unknown[]) =>
          ref.name === "b"
            ? value.call(target, kind, ref, ...others)
            : Promise.reject(new Error(`no ${ref.name}`));
      },
    });
    const error = await assertRejects(() => claim({}, broken), /no own.*no a.*no c/);
    assert(error instanceof AggregateError);
    assertEquals([await controller("a"), await controller("b")], [undefined, "parent"]);
  }));
