/** Nodes have blocks of addresses for their pods, each its own. */
import { type TestEnv, testEnv } from "../../testing.ts";
import { coreV1, Node, StatusError } from "../../mod.ts";
import { createNodeIpamController, type NodeIpamOptions } from "../../controllers/node_ipam.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { DIALECTS } from "../../toolkit/names.ts";
import { Mortal } from "./mortal.ts";

const OTHERS = ["namespace"];

async function withRanges(
  options: NodeIpamOptions,
  act: (env: TestEnv, ipam: Mortal) => Promise<void>,
  before: (env: TestEnv) => Promise<void> = async () => {},
): Promise<void> {
  await using env = await testEnv({ controllers: OTHERS });
  await before(env);
  await using ipam = new Mortal(env, (parts) => createNodeIpamController(parts, options), {
    how: "lost",
    at: Infinity,
  });
  await act(env, ipam);
}

async function make({ client }: TestEnv, name: string, podCIDRs: string[] = []): Promise<void> {
  const spec = podCIDRs.length === 0 ? {} : { podCIDR: podCIDRs[0]!, podCIDRs };
  await client.create(Node, { metadata: { name }, spec });
}

async function blocks({ client }: TestEnv): Promise<Record<string, string>> {
  const { items } = await client.list(Node);
  return Object.fromEntries(
    items.map(({ metadata, spec }) => [metadata.name, (spec?.podCIDRs ?? []).join(" ")]),
  );
}

async function told({ client }: TestEnv): Promise<string[]> {
  const { items } = await client.list(coreV1.Event, { allNamespaces: true });
  return items.map(({ type, reason, message, source }) =>
    [type, reason, source?.component, message].join(" | ")
  ).sort();
}

for (const dialect of DIALECTS) {
  Deno.test(`each node has a block of its own (${dialect})`, async () => {
    await using env = await testEnv({ controllers: [...OTHERS, "nodeipam"], dialect });
    for (const name of ["a", "b"]) await make(env, name);
    await env.settle();
    await make(env, "c");
    await env.settle();
    const all = Object.values(await blocks(env)).sort();
    assertEquals(all, ["10.128.0.0/24", "10.128.1.0/24", "10.128.2.0/24"]);
    const { spec } = await env.client.get(Node, "c");
    assertEquals([spec!.podCIDR, spec!.podCIDRs], ["10.128.2.0/24", ["10.128.2.0/24"]]);
  });
}

Deno.test("with two families a node has a block of each, in their order", () =>
  withRanges(
    { clusterRanges: ["fd00:1::/56", "10.1.0.0/16"], maskSizes: { ipv4: 26, ipv6: 72 } },
    async (env) => {
      await make(env, "a");
      await env.settle();
      await make(env, "b");
      await env.settle();
      assertEquals(await blocks(env), {
        a: "fd00:1::/72 10.1.0.0/26",
        b: "fd00:1:0:0:100::/72 10.1.0.64/26",
      });
    },
  ));

Deno.test("nothing of what services have is handed out", () =>
  withRanges({
    clusterRanges: ["10.1.0.0/22"],
    serviceRanges: ["10.1.0.0/23", "fd00::/112"],
  }, async (env) => {
    for (const name of ["a", "b", "c"]) {
      await make(env, name);
      await env.settle();
    }
    assertEquals(await blocks(env), { a: "10.1.2.0/24", b: "10.1.3.0/24", c: "" });
  }));

Deno.test("what nodes have stays theirs, whatever it is, and a new controller knows it", () =>
  withRanges(
    { clusterRanges: ["10.1.0.0/22"] },
    async (env) => {
      await make(env, "late", ["10.1.3.0/24"]);
      await make(env, "new");
      await env.settle();
      await make(env, "more");
      await env.settle();
      assertEquals(await blocks(env), {
        far: "172.16.0.0/24",
        half: "10.1.1.128/25",
        late: "10.1.3.0/24",
        more: "",
        new: "10.1.2.0/24",
        old: "10.1.0.0/24",
        twin: "10.1.0.0/24",
      });
      // What two have is free when both are gone.
      await env.client.delete(Node, "twin");
      await env.settle();
      assertEquals((await blocks(env)).more, "");
      await env.client.delete(Node, "old");
      await env.settle();
      assertEquals((await blocks(env)).more, "10.1.0.0/24");
    },
    async (env) => {
      await make(env, "old", ["10.1.0.0/24"]);
      await make(env, "twin", ["10.1.0.0/24"]);
      await make(env, "half", ["10.1.1.128/25"]);
      await make(env, "far", ["172.16.0.0/24"]);
    },
  ));

Deno.test("nodes for which there is no block are told of, and have the first one that is free", () =>
  withRanges(
    { clusterRanges: ["fd00::/56", "10.1.0.0/23"], maskSizes: { ipv6: 60 } },
    async (env, ipam) => {
      for (const name of ["a", "b", "c", "d"]) {
        await make(env, name);
        await env.settle();
      }
      assertEquals(
        await told(env),
        ["c", "d"].map((name) =>
          "Normal | CIDRNotAvailable | cidrAllocator | " +
          `Node ${name} status is now: CIDRNotAvailable`
        ),
      );
      await env.settle("10m");
      // Who waits keeps nothing of the other family.
      const usage = /^node_ipam_controller_cidrset_usage_cidrs\{clusterCIDR="fd00::\/56"\} (.+)$/m;
      assertEquals(usage.exec(ipam.metrics.render())?.[1], "0.125");
      await env.client.delete(Node, "a");
      await env.settle();
      assertEquals(await blocks(env), {
        b: "fd00:0:0:10::/60 10.1.1.0/24",
        c: "fd00:0:0:40::/60 10.1.0.0/24",
        d: "",
      });
      await env.client.delete(Node, "b");
      await env.client.delete(Node, "c");
      await env.settle();
      assert((await blocks(env)).d!.includes(" 10.1."));
    },
  ));

Deno.test("what somebody else gives a node takes the place of what it was to have", () =>
  withRanges({ clusterRanges: ["10.1.0.0/23"] }, async (env) => {
    // Made and given something before its turn.
    await make(env, "a");
    await env.client.patch(Node, "a", {
      spec: { podCIDR: "10.9.0.0/24", podCIDRs: ["10.9.0.0/24"] },
    })
      .catch(() => {});
    await env.settle("1m");
    for (const name of ["b", "c"]) await make(env, name);
    await env.settle("1m");
    const all = await blocks(env);
    const inside = Object.values(all).filter((block) => block.startsWith("10.1.")).sort();
    assertEquals(inside, ["10.1.0.0/24", "10.1.1.0/24"]);
  }));

Deno.test("a node that can't be written is told of, and tried again with the same block", async () => {
  await using env = await testEnv({ controllers: OTHERS });
  let isRefused = true;
  const refusing = new Proxy(env.client, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (name === "with") return () => refusing;
      if (name !== "patch") return value.bind(target);
      return (...args: unknown[]) =>
        isRefused && args[0] === Node
          ? Promise.reject(new StatusError({ code: 403, reason: "Forbidden", message: "no" }))
          : value.apply(target, args);
    },
  });
  await using _ = new Mortal(
    env,
    (parts) =>
      createNodeIpamController({ ...parts, client: refusing }, { clusterRanges: ["10.1.0.0/23"] }),
    { how: "lost", at: Infinity },
  );
  await make(env, "a");
  await env.settle("1s");
  assert((await told(env)).some((one) => one.includes("CIDRAssignmentFailed")));
  isRefused = false;
  await make(env, "b");
  await env.settle("1m");
  assertEquals(await blocks(env), { a: "10.1.0.0/24", b: "10.1.1.0/24" });
});

for (const how of ["killed", "lost"] as const) {
  Deno.test(`no block is given twice, whatever write the controller is ${how} after`, async () => {
    const play = async (at: number) => {
      await using env = await testEnv({ controllers: OTHERS, seed: 1 });
      await using mortal = new Mortal(
        env,
        (parts) => createNodeIpamController(parts, { clusterRanges: ["10.1.0.0/21"] }),
        { how, at },
      );
      for (let index = 0; index < 9; index++) await make(env, `n${index}`);
      await mortal.settle("1m");
      for (const name of ["n2", "n5"]) {
        await env.client.delete(Node, name);
        await mortal.settle("1m");
      }
      await make(env, "last");
      await mortal.settle("1m");
      const all = Object.values(await blocks(env));
      assertEquals(all.length, 8);
      return { all: all.sort(), writes: mortal.writes };
    };
    const { all, writes } = await play(Infinity);
    assertEquals(all, Array.from({ length: 8 }, (_, index) => `10.1.${index}.0/24`));
    for (let at = 1; at <= writes; at++) {
      assertEquals((await play(at)).all, all, `after write ${at}`);
    }
  });
}

Deno.test("nodes that tell how they are make no request", () =>
  withRanges({ clusterRanges: ["10.1.0.0/16"] }, async (env, ipam) => {
    for (let index = 0; index < 50; index++) await make(env, `n${index}`);
    await env.settle("1s");
    assertEquals(ipam.writes, 50);
    for (let index = 0; index < 50; index++) {
      await env.client.patch(Node, `n${index}`, { metadata: { labels: { a: "b" } } });
    }
    await env.settle("1m");
    assertEquals(ipam.writes, 50);
    assertEquals(new Set(Object.values(await blocks(env))).size, 50);
  }));
