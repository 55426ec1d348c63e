import { FakeClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { runGroups } from "../../toolkit/runnable.ts";
import type { NodePlace } from "../places.ts";
import { UsageStore } from "../usage/usage_store.ts";
import { Scraper } from "./scraper.ts";

const RESOLUTION_MS = 15_000;
const TIMEOUT_MS = 10_000;

/** Some nodes whose agents do what the test says. */
class Stage implements AsyncDisposable {
  readonly clock = new FakeClock();
  readonly store = new UsageStore(100_000);
  readonly nodes = new Map<string, NodePlace>();
  readonly logged: string[] = [];
  readonly metrics = new Registry();
  readonly scraper: Scraper;
  readonly #stop = new AbortController();
  readonly #over: Promise<void>;
  /** What agents say; a number: so many milliseconds later. Default: that the node uses half a core. */
  readonly says = new Map<string, string | number | Error>();
  readonly asked: string[] = [];
  underWay = 0;
  most = 0;

  constructor(names: readonly string[], concurrent = 4, resolutionMs = RESOLUTION_MS) {
    for (const name of names) this.add(name);
    const note = (text: string, { node, why = "" }: { node?: string; why?: string } = {}) =>
      void this.logged.push(`${node}: ${text}${why === "" ? "" : ` (${why})`}`);
    this.scraper = new Scraper({
      places: {
        nodes: () => [...this.nodes.values()],
        node: (name) => this.nodes.get(name),
        podsOn: () => [],
      },
      agents: { ask: (node, signal) => this.#ask(node.name, signal) },
      store: this.store,
      resolutionMs,
      timeoutMs: TIMEOUT_MS,
      concurrent,
      metrics: this.metrics,
      clock: this.clock,
      logger: { ...silentLogger, info: note, warning: note } as unknown as Logger,
    });
    this.#over = runGroups([this.scraper.runnables], {
      signal: this.#stop.signal,
      logger: silentLogger,
    });
  }

  add(name: string, uid = name): void {
    const place = { name, uid, labels: {}, addresses: new Map(), port: 0, path: "/" };
    this.nodes.set(name, place);
  }

  async #ask(name: string, signal: AbortSignal): Promise<string> {
    this.asked.push(name);
    this.most = Math.max(this.most, ++this.underWay);
    try {
      const says = this.says.get(name);
      if (says instanceof Error) throw says;
      if (typeof says === "number") {
        await new Promise<void>((resolve, reject) => {
          const timer = this.clock.after(says, resolve);
          signal.addEventListener("abort", () => {
            timer.cancel();
            reject(signal.reason);
          }, { once: true });
        });
      }
      return typeof says === "string" ? says : this.#usage();
    } finally {
      this.underWay--;
    }
  }

  #usage(): string {
    const now = this.clock.now();
    return `node_cpu_usage_seconds_total ${
      now / 2000
    } ${now}\nnode_memory_working_set_bytes 1 ${now}\n`;
  }

  /** Which nodes are told of. */
  get told(): string[] {
    const now = this.clock.now();
    return [...this.nodes.values()].filter((node) => this.store.ofNode(node, now) !== undefined)
      .map(({ name }) => name);
  }

  /** Which were asked since the last call. */
  took(): string[] {
    return this.asked.splice(0).sort();
  }

  async check(name: string): Promise<boolean> {
    try {
      await this.scraper.checks.find((one) => one.name === name)!.check(this.#stop.signal);
      return true;
    } catch {
      return false;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#over;
  }
}

Deno.test("Scraper asks each agent in every round, and tells of nodes after two", async () => {
  await using stage = new Stage(["a", "b", "c"]);
  assertEquals([await stage.check("metric-storage-ready"), stage.told], [false, []]);
  await stage.clock.advance(1);
  assertEquals([stage.took(), stage.told], [["a", "b", "c"], []]);
  assertEquals(await stage.check("metric-storage-ready"), true);
  await stage.clock.advance(RESOLUTION_MS);
  assertEquals([stage.took(), stage.told], [["a", "b", "c"], ["a", "b", "c"]]);
  stage.nodes.delete("a");
  stage.add("d");
  await stage.clock.advance(RESOLUTION_MS);
  assertEquals([stage.took(), stage.told], [["b", "c", "d"], ["b", "c"]]);
  assertEquals(stage.store.size.nodes, 3);
  const shown = stage.metrics.render();
  assertEquals(/_request_total\{success="true"\} (\d+)/.exec(shown)?.[1], "9");
  assertEquals(stage.logged, []);
});

Deno.test("Scraper asks no more agents at once than it is told to", async () => {
  const names = Array.from({ length: 50 }, (_, at) => `node-${at}`);
  await using stage = new Stage(names, 3);
  for (const name of names) stage.says.set(name, 90);
  await stage.clock.advance(2000);
  assertEquals([stage.asked.length, stage.most], [50, 3]);
});

Deno.test("Scraper leaves out who does not answer, and logs that once", async () => {
  await using stage = new Stage(["a", "b", "c", "d"]);
  stage.says.set("b", new Error("refused"));
  stage.says.set("c", "node_cpu_usage_seconds_total");
  stage.says.set("d", Infinity);
  for (let round = 0; round < 6; round++) await stage.clock.advance(RESOLUTION_MS);
  assertEquals(stage.told, ["a"]);
  assertEquals(stage.logged.toSorted(), [
    "b: A node's usage is not to be had: it is left out (refused)",
    "c: A node's usage is not to be had: it is left out (line 1 (node_cpu_usage_seconds_total) has no value)",
    "d: A node's usage is not to be had: it is left out (no answer within 10000 ms)",
  ]);
  stage.logged.length = 0;
  stage.says.clear();
  for (let round = 0; round < 4; round++) await stage.clock.advance(RESOLUTION_MS);
  assertEquals(stage.told, ["a", "b", "c", "d"]);
  assertEquals(
    stage.logged.toSorted(),
    ["b", "c", "d"].map((name) => `${name}: A node's usage is told again`),
  );
  // Another node of that name is news.
  stage.says.set("b", new Error("refused"));
  await stage.clock.advance(RESOLUTION_MS);
  stage.add("b", "another");
  await stage.clock.advance(2 * RESOLUTION_MS);
  assertEquals(stage.logged.filter((line) => line.includes("refused")).length, 2);
});

Deno.test("Scraper lets nobody wait for agents that don't answer", async () => {
  const dead = Array.from({ length: 1000 }, (_, at) => `dead-${at}`);
  // The last of all, and at first it is not known who is dead.
  await using stage = new Stage([...dead, "a"], 64);
  for (const name of dead) stage.says.set(name, Infinity);
  await stage.clock.advance(2000);
  assertEquals(stage.took().length, 1001);
  await stage.clock.advance(RESOLUTION_MS);
  assertEquals([stage.told, stage.took().length], [["a"], 1001]);
  // One of them comes back: it is asked in its turn, not when the time of all others is up.
  stage.says.delete("dead-999");
  await stage.clock.advance(2 * RESOLUTION_MS);
  assertEquals(stage.told, ["dead-999", "a"]);
  for (let round = 0; round < 3; round++) {
    stage.took();
    await stage.clock.advance(RESOLUTION_MS);
    assertEquals(stage.took().filter((name) => name === "a"), ["a"]);
  }
  assertEquals(await stage.check("metric-collection-timely"), true);
});

Deno.test("Scraper asks nobody again while it is being asked", async () => {
  await using stage = new Stage([], 4, 1000);
  stage.says.set("a", 2500);
  stage.add("a");
  await stage.clock.advance(260);
  // Another one of that name is another one.
  stage.add("a", "another");
  await stage.clock.advance(1000);
  assertEquals([stage.took(), stage.underWay], [["a", "a"], 2]);
  await stage.clock.advance(1480);
  assertEquals([stage.took(), stage.underWay], [[], 2]);
  await stage.clock.advance(500);
  assertEquals([stage.took(), stage.underWay], [["a"], 1]);
  // Nothing was taken of what the one before said last.
  assertEquals([stage.store.size.nodes, stage.told], [1, []]);
  await stage.clock.advance(3000);
  assertEquals(stage.told, ["a"]);
});

Deno.test("Scraper asks a new node's agent at once, and after a period again", async () => {
  await using stage = new Stage(["a"]);
  await stage.clock.advance(RESOLUTION_MS / 2 + 1);
  stage.took();
  stage.add("b");
  await stage.clock.advance(RESOLUTION_MS / 20);
  assertEquals(stage.took(), ["b"]);
  await stage.clock.advance(RESOLUTION_MS / 2 - RESOLUTION_MS / 20);
  assertEquals(stage.took(), ["a"]);
  await stage.clock.advance(RESOLUTION_MS / 2);
  assertEquals([stage.took(), stage.told], [[], ["a"]]);
  await stage.clock.advance(RESOLUTION_MS / 20);
  assertEquals([stage.took(), stage.told], [["b"], ["a", "b"]]);
});

Deno.test("Scraper asks no agent more often than once in a period, whatever that is", async () => {
  for (const resolutionMs of [1000, 1100, 1234, 7300, 15_000, 60_000]) {
    await using stage = new Stage(["a"], 4, resolutionMs);
    const times: number[] = [];
    for (let at = 0; at < 10 * resolutionMs; at += 10) {
      await stage.clock.advance(10);
      if (stage.took().length === 0) continue;
      times.push(stage.clock.monotonic());
      // A machine that had something else to do.
      if (times.length === 4) await stage.clock.advance(resolutionMs / 7);
    }
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    assertEquals(gaps.filter((gap) => gap < resolutionMs - 10), [], `${resolutionMs}: ${gaps}`);
    assertEquals(gaps.length >= 7, true, `${resolutionMs}: ${gaps}`);
  }
});

Deno.test("Scraper says when rounds don't end in time", async () => {
  const names = Array.from({ length: 2000 }, (_, at) => `node-${at}`);
  await using stage = new Stage(names, 1);
  for (const name of names) stage.says.set(name, Infinity);
  const isTimely = async (seconds: number) => {
    for (let at = 0; at < 10 * seconds; at++) await stage.clock.advance(100);
    return await stage.check("metric-collection-timely");
  };
  assertEquals([await isTimely(90), await isTimely(20), await isTimely(100)], [true, false, true]);
});

Deno.test("Scraper ends what is under way when it is to end", async () => {
  const stage = new Stage(["a"]);
  stage.says.set("a", Infinity);
  await stage.clock.advance(RESOLUTION_MS);
  assertEquals(stage.underWay, 1);
  await stage[Symbol.asyncDispose]();
  assertEquals([stage.underWay, stage.logged], [0, []]);
});
