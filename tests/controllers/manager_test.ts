/** The controller manager: who leads, and what runs, on virtual time and as processes. */
import { DebugPages } from "../../controllers/debug_pages.ts";
import { controllerManagerFlags } from "../../controllers/flags/mod.ts";
import { ManagerHealth } from "../../controllers/manager/manager_health.ts";
import { garbageCollector } from "../../controllers/garbage_collector.ts";
import { readMigration } from "../../controllers/manager/migration.ts";
import { type ManagerOptions, runManager } from "../../controllers/manager/run_manager.ts";
import type { ProcessController } from "../../controllers/process_controller.ts";
import { ConfigMap, coreV1, Lease, Namespace } from "../../mod.ts";
import { type TestEnv, testEnv } from "../../testing.ts";
import { eventually } from "../../testing/eventually.ts";
import { assertRefused } from "../../testing/refused_starts.ts";
import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { parseFlags } from "../../toolkit/flags/mod.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { untilAborted } from "../../toolkit/runnable.ts";
import { counted, samples } from "./counted.ts";
import { Environment } from "./environment.ts";

const LOCK = { namespace: "kube-system", name: "kube-controller-manager" };
const MOVING = { namespace: "kube-system", name: "moving" };

/** A controller that writes itself down while it runs. */
function noted(name: string, running: string[]): ProcessController {
  return {
    name,
    ...(name === "one-controller" && { aliases: ["one"] }),
    account: name,
    flags: [],
    make: () => ({
      name,
      announcesStart: true,
      async run({ signal, started }) {
        running.push(name);
        started();
        await untilAborted(signal);
        running.splice(running.indexOf(name), 1);
      },
    }),
  };
}

/** A manager in this process. */
class Manager {
  readonly running: string[] = [];
  readonly metrics = new Registry();
  readonly health: ManagerHealth;
  readonly debugPages = new DebugPages();
  readonly over: Promise<void>;
  readonly #stop = new AbortController();

  constructor(env: TestEnv, identity: string, flags: string[], more: Partial<ManagerOptions> = {}) {
    const { clock, client } = env;
    this.health = new ManagerHealth(clock);
    const args = ["--api-dialect=kubernetes", ...flags];
    this.over = runManager({
      controllers: ["one-controller", "two-controller"].map((name) => noted(name, this.running)),
      values: parseFlags(controllerManagerFlags, args).values,
      migration: undefined,
      program: "kube-controller-manager",
      identity,
      root: client,
      own: () => Promise.resolve(client),
      clientOf: () => Promise.resolve(client),
      authorities: undefined,
      health: this.health,
      debugPages: this.debugPages,
      metrics: this.metrics,
      clock,
      logger: silentLogger,
      random: () => 0.5,
      signal: this.#stop.signal,
      ...more,
    });
    this.over.catch(() => {});
  }

  get leads(): boolean {
    return counted(this.metrics, "leader_election_master_status").length > 0;
  }

  /** The controllers that it shows as running. */
  get shown(): string[] {
    return counted(this.metrics, "running_managed_controllers");
  }

  async stop(env: TestEnv): Promise<void> {
    this.#stop.abort();
    let isOver = false;
    const over = this.over.finally(() => isOver = true);
    over.catch(() => {});
    await env.until(() => isOver);
    await over;
  }
}

const BOTH = ["one-controller", "two-controller"];

Deno.test("runManager() runs controllers in the process that leads, and hands over", async () => {
  await using env = await testEnv({ controllers: [] });
  const { client } = env;
  const [a, b] = ["a", "b"].map((identity) => new Manager(env, identity, [])) as [Manager, Manager];
  await env.advance("1m");
  const [leader, other] = a.leads ? [a, b] : [b, a];
  assertEquals([leader.leads, leader.running, leader.health.isReady], [true, BOTH, true]);
  assertEquals(
    leader.shown,
    ["one", "two-controller"].map((name) => `{name="${name}",manager="kube-controller-manager"} 1`),
  );
  assertEquals([other.leads, other.running, other.health.isReady], [false, [], true]);
  await leader.stop(env);
  assertEquals([leader.running, leader.shown, other.shown], [[], [], []]);
  await env.advance("5s");
  assertEquals([other.leads, other.running], [true, BOTH]);
  await other.stop(env);
  const { holderIdentity, leaseTransitions } = (await client.get(Lease, LOCK)).spec;
  assertEquals([holderIdentity, leaseTransitions], ["", 1]);
  const { items } = await client.list(coreV1.Event, { namespace: "kube-system" });
  const [first, second] = leader === a ? ["a", "b"] : ["b", "a"];
  assertEquals(
    items.map(({ message, involvedObject }) => `${involvedObject.kind} ${message}`).sort(),
    [first, second].flatMap((who) =>
      [`became leader`, "stopped leading"].map((what) => `Lease ${who} ${what}`)
    ).sort(),
  );
});

Deno.test("runManager() ends when somebody else takes the lease, with every controller", async () => {
  await using env = await testEnv({ controllers: [] });
  const manager = new Manager(env, "a", []);
  await env.advance("5s");
  assertEquals(manager.running, BOTH);
  await env.client.patch(Lease, LOCK, { spec: { holderIdentity: "thief" } });
  await env.advance("5s");
  await assertRejects(
    () => manager.over,
    /leader election lost: kube-system\/kube-controller-manager/,
  );
  assertEquals([manager.running, manager.leads], [[], false]);
});

Deno.test("runManager() counts how often somebody else has changed its lock", async () => {
  await using env = await testEnv({ controllers: [] });
  const manager = new Manager(env, "a", []);
  await env.advance("5s");
  const rereads = () => samples(manager.metrics, "leader_election_slowpath_total");
  assertEquals(rereads(), ['{name="kube-controller-manager"} 0']);
  await env.client.patch(Lease, LOCK, { metadata: { labels: { seen: "yes" } } });
  await env.advance("5s");
  assertEquals([manager.leads, rereads()], [true, ['{name="kube-controller-manager"} 1']]);
  await manager.stop(env);
});

Deno.test("runManager() without an election begins at once, one controller after another", async () => {
  await using env = await testEnv({ controllers: [] });
  const manager = new Manager(env, "a", [
    "--leader-elect=false",
    "--controller-start-interval=30s",
  ]);
  await env.settle();
  assertEquals([manager.running, manager.health.isReady], [["one-controller"], false]);
  await env.advance("31s");
  assertEquals([manager.running, manager.health.isReady], [BOTH, true]);
  assertEquals(await env.client.find(Lease, LOCK), undefined);
  await manager.stop(env);
});

Deno.test("runManager() tells of the health of controllers that run, and of no others", async () => {
  await using env = await testEnv({ controllers: [] });
  const running: string[] = [];
  const skipped = { ...noted("skipped-controller", running), make: () => undefined };
  const manager = new Manager(env, "a", ["--leader-elect=false"], {
    controllers: [skipped, noted("one-controller", running)],
  });
  await env.settle();
  assertEquals(running, ["one-controller"]);
  const names = manager.health.checks.map(({ name }) => name);
  assertEquals(names, ["controllers", "one-controller"]);
  await manager.stop(env);
});

Deno.test("runManager() shows who owns whom once the garbage collector runs", async () => {
  await using env = await testEnv({ controllers: [] });
  const manager = new Manager(env, "a", ["--leader-elect=false"], {
    controllers: [garbageCollector],
  });
  const path = "/debug/controllers/garbage-collector-controller/graph";
  assertEquals(Object.keys(manager.debugPages.byPath), []);
  const owner = await env.client.create(ConfigMap, { metadata: { name: "owner" } });
  const { name, uid } = owner.metadata;
  await env.client.create(ConfigMap, {
    metadata: {
      name: "owned",
      ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name, uid }],
    },
  });
  await env.settle();
  const { status, type, body } = manager.debugPages.byPath[path]!(new URLSearchParams({ uid }));
  assertEquals([status, type], [200, "text/vnd.graphviz"]);
  let text = "";
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    text += new TextDecoder().decode(piece);
  }
  assert(text.startsWith("strict digraph full {\n") && text.includes(` -> "${uid}";\n`), text);
  await manager.stop(env);
});

Deno.test("runManager() moves controllers under the second lock, after the first one is its own", async () => {
  await using env = await testEnv({ controllers: [] });
  const migration = readMigration(
    `apiVersion: controllermanager.config.k8s.io/v1
kind: LeaderMigrationConfiguration
leaderName: moving
controllerLeaders:
- {name: two-controller, component: kube-controller-manager}
`,
    { dialect: "kubernetes", component: "kube-controller-manager", names: new Map() },
  );
  // The process that has had it so far still has the second lock.
  const held = { holderIdentity: "old", leaseDurationSeconds: 15, leaseTransitions: 0 };
  await env.client.create(Lease, { metadata: MOVING, spec: held });
  const manager = new Manager(env, "a", ["--enable-leader-migration"], { migration });
  await env.advance("5s");
  assertEquals(manager.running, ["one-controller"]);
  await env.advance("30s");
  assertEquals(manager.running, BOTH);
  await env.client.patch(Lease, MOVING, { spec: { holderIdentity: "thief" } });
  await env.advance("5s");
  await assertRejects(() => manager.over, /leader election lost: kube-system\/moving/);
  assertEquals(manager.running, []);
  assertEquals((await env.client.get(Lease, LOCK)).spec.holderIdentity, "");
});

Deno.test("ManagerHealth fails where the lease was not renewed for so long, and only then", async () => {
  await using env = await testEnv({ controllers: [] });
  const { clock } = env;
  const health = new ManagerHealth(clock);
  health.elects(15_000);
  const { check } = health.checks.find(({ name }) => name === "leaderElection")!;
  const { signal } = new AbortController();
  const fails = async () => {
    try {
      await check(signal);
      return false;
    } catch {
      return true;
    }
  };
  const renewedMs = clock.monotonic();
  const lead = { renewedMs, lost: signal, [Symbol.asyncDispose]: () => Promise.resolve() };
  const leading = health.leads(lead);
  await env.advance("35s");
  assertEquals(await fails(), false);
  await env.advance("1s");
  assertEquals(await fails(), true);
  leading[Symbol.dispose]();
  assertEquals(await fails(), false);
});

/** Clients send no credentials over plain HTTP: whoever comes is known. */
const EVERYBODY = {
  authenticator: {
    authenticate: () => ({
      is: "known" as const,
      user: { name: "somebody", uid: "", groups: [], extra: {} },
    }),
  },
};

/** The process, as people type it. */
function start(...args: string[]): Deno.ChildProcess {
  const program = new URL("../../controllers/main.ts", import.meta.url).pathname;
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--quiet",
      program,
      "--api-dialect=kubernetes",
      ...args,
    ],
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
}

Deno.test("orch controller-manager: another process takes over when the leader is killed", async () => {
  await using env = await Environment.start("kubernetes", EVERYBODY);
  const { client } = env;
  const flags = [
    `--master=${env.server.url}`,
    "--secure-port=0",
    // No machine is so slow that who leads loses the lead.
    "--leader-elect-lease-duration=20m",
    "--leader-elect-renew-deadline=10m",
    "--leader-elect-retry-period=200ms",
    "--concurrent-namespace-syncs=1",
    "--controllers=garbagecollector,namespace",
  ];
  await client.create(Namespace, { metadata: { name: "kube-system" } });
  const processes = [0, 1].map(() => {
    const process = start(...flags);
    const log = { text: "" };
    const logged = (async () => {
      for await (const piece of process.stderr.pipeThrough(new TextDecoderStream())) {
        log.text += piece;
      }
    })();
    return { process, log, logged, leads: () => log.text.includes("This process leads") };
  });
  await eventually("one of them leads", () => processes.some((one) => one.leads()));
  const [leader, other] = processes[0]!.leads() ? processes : processes.toReversed();
  assertEquals(other!.leads(), false);
  leader!.process.kill("SIGKILL");
  await leader!.process.status;
  // Nobody has to wait for all of the 20 minutes.
  await client.patch(Lease, LOCK, { spec: { leaseDurationSeconds: 1 } });
  await eventually("the other one leads", () => other!.leads());
  await client.create(Namespace, { metadata: { name: "shop" } });
  await client.delete(Namespace, "shop");
  await env.gone(Namespace, "shop");
  await client.patch(Lease, LOCK, { spec: { holderIdentity: "thief" } });
  const { code } = await other!.process.status;
  await Promise.all(processes.map(({ process, logged }) => Promise.all([process.status, logged])));
  const { text } = other!.log;
  assertEquals(code, 1, text);
  assert(text.includes("leader election lost: kube-system/kube-controller-manager"), text);
});

Deno.test("orch controller-manager says why it can't start", async () => {
  const cases: [args: string[], message: string][] = [
    [["--controllers=*,nothing"], '"nothing" is not in the list of known controllers'],
    [["--leader-elect-renew-deadline=20s"], "--leader-elect-renew-deadline (20000 ms)"],
    [["--enable-leader-migration", "--leader-elect=false"], "needs --leader-elect"],
    [
      ["--enable-leader-migration", "--leader-migration-config=/nowhere"],
      "--leader-migration-config",
    ],
    [["--feature-gates=NoSuchGate=true"], "unrecognized feature gate: NoSuchGate"],
    [["--master=ftp://host"], "--master must be an http or https address"],
    [["--master=http://h", "--kube-api-burst=-1"], "--orch-api-burst must not be negative"],
    [["--kubeconfig=/nowhere/config"], "/nowhere/config"],
    [["--tls-cert-file=/nowhere"], "--tls-cert-file is given without --tls-private-key-file"],
  ];
  await assertRefused(
    "controllers/main.ts",
    cases.map(([args, message]) => [["--api-dialect=kubernetes", ...args], message]),
  );
});
