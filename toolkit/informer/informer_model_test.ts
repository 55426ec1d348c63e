// A server with a past that fails in every way that servers, proxies and networks have, others who
// write, own writes whose answers come late or never; an informer, those who follow it, and a watch of
// the same client. Invariants, over random schedules:
// 1. Nothing ends by itself, and nothing is asked again and again without time passing.
// 2. What is read of a key is never older than an own write that was answered, and never goes back in
//    time, unless the server does; by name, in lists and by index alike.
// 3. When all faults are over, then within a bounded time the informer holds what the server holds, and
//    so does whoever followed its differences, whenever it began to: each begins where the one before
//    ended, and none is of an object that was not told of.
// 4. The same of a watch, which says once that it has told of all there was.
// 5. Nothing is kept of what is over.

import {
  FaultyServer,
  READ_FAULTS,
  type Version,
  WRITE_FAULTS,
} from "../../testing/faulty_server.ts";
import { runs } from "../../testing/requirements.ts";
import { drained, VirtualClock } from "../../testing/virtual_clock.ts";
import type { Client, WatchEvent } from "../client/client.ts";
import { createClient } from "../client/create_client.ts";
import { assert, assertEquals } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { StatusError } from "../errors/mod.ts";
import { ConfigMap } from "../kinds/built_in.ts";
import type { ObjectOf } from "../kinds/mod.ts";
import { silentLogger } from "../logger.ts";
import { createInformer, defineIndex, type Delta, RunningInformer } from "./mod.ts";

type Map_ = ObjectOf<typeof ConfigMap>;

const KEYS = ["n/a", "n/b", "n/c", "m/a"];
const byValue = defineIndex(ConfigMap, "value", (map) => [map.data?.v ?? "", "all"]);

/** Long enough for every silence, wait and retry after the last fault. */
const CALM_MS = 20 * 60_000;
/** More requests at one moment are a loop. */
const AT_ONCE = 60;

const nameOf = ({ metadata, data }: Map_) =>
  `${metadata.uid}@${metadata.resourceVersion}=${data?.v}`;
const keyOf = ({ metadata }: Map_) => `${metadata.namespace}/${metadata.name}`;

/** What somebody knows who is told of differences alone. */
class Replay {
  readonly known = new Map<string, string>();

  hear(type: Delta<Map_>["type"], object: Map_, previous?: string): void {
    const key = keyOf(object);
    const before = this.known.get(key);
    assertEquals(before === undefined, type === "Added", `${type} of ${key}, known: ${before}`);
    if (previous !== undefined) {
      assertEquals(previous, before, `${type} of ${key} has its previous`);
    }
    if (type === "Deleted") this.known.delete(key);
    else this.known.set(key, nameOf(object));
  }
}

interface Options {
  readonly integers: boolean;
  readonly protobuf: boolean;
  readonly selective: boolean;
  readonly namespaces: readonly string[] | undefined;
}

class World {
  readonly clock = new VirtualClock();
  readonly server: FaultyServer;
  readonly replays: Replay[] = [];
  readonly errors: unknown[] = [];
  /** Keys that an own write is under way for. */
  readonly busy = new Set<string>();
  /** Keys whose last own write nobody knows the outcome of. */
  readonly doubted = new Set<string>();
  /** What is read of a key must be of this moment or a later one. */
  readonly low = new Map<string, number>();
  readonly #end = new AbortController();
  readonly #options: Options;
  client!: Client;
  informer!: RunningInformer<Map_>;
  readonly watched = new Replay();
  watchSynced = 0;
  watching: Promise<void> = Promise.resolve();
  #requests = 0;
  #moment = -1;

  constructor(options: Options) {
    this.#options = options;
    this.server = new FaultyServer({ clock: this.clock, integers: options.integers });
  }

  async start(): Promise<void> {
    const logger = {
      ...silentLogger,
      error: (text: string, error: unknown) => void this.errors.push(text, error),
      with: () => logger,
    };
    const { protobuf, selective, namespaces } = this.#options;
    this.client = await createClient({
      transport: { fetch: (request) => this.#fetch(request) },
      dialect: "kubernetes",
      clock: this.clock,
      random: () => 0.5,
      protobuf,
      logger,
      signal: this.#end.signal,
    });
    const labelSelector = selective ? { keep: "yes" } : undefined;
    const informer = createInformer(this.client, ConfigMap, {
      indexes: [byValue],
      labelSelector,
      namespaces,
    });
    assert(informer instanceof RunningInformer);
    this.informer = informer;
    this.subscribe();
    informer.start().catch((error) => {
      if (!this.#end.signal.aborted) this.errors.push(error);
    });
    this.watching = this.#watch().catch((error) => void this.errors.push(error));
    await drained();
  }

  subscribe(): void {
    const replay = new Replay();
    this.replays.push(replay);
    this.informer.subscribe((delta) => {
      try {
        replay.hear(delta.type, delta.object, delta.previous && nameOf(delta.previous));
        assertEquals(delta.key, keyOf(delta.object));
        // Some come while others are being told.
        if (this.replays.length < 5 && this.server.requests % 7 === 0) this.subscribe();
      } catch (error) {
        this.errors.push(error);
      }
    });
  }

  async #watch(): Promise<void> {
    const { selective } = this.#options;
    for (;;) {
      const options = {
        allNamespaces: true,
        labelSelector: selective ? { keep: "yes" } : undefined,
      };
      try {
        for await (const event of this.client.watch(ConfigMap, options)) this.#heard(event);
        return;
      } catch (error) {
        // A refusal before all was told is its caller's to deal with.
        if (!(error instanceof StatusError) || this.watchSynced > 0) throw error;
        this.watched.known.clear();
      }
    }
  }

  #heard(event: WatchEvent<Map_>): void {
    if (event.type === "SYNCED") this.watchSynced++;
    else {
      const types = { ADDED: "Added", MODIFIED: "Updated", DELETED: "Deleted" } as const;
      this.watched.hear(types[event.type], event.object);
    }
  }

  #fetch(request: Request): Promise<Response> {
    if (this.#moment !== this.clock.monotonic()) this.#requests = 0;
    this.#moment = this.clock.monotonic();
    assert(++this.#requests < AT_ONCE, "requests without end, and without time passing");
    return this.server.fetch(request);
  }

  isFollowed(key: string): boolean {
    const { namespaces } = this.#options;
    return namespaces?.includes(key.split("/")[0]!) ?? true;
  }

  isSeen(version: Version | undefined): version is Version {
    if (version?.exists !== true || !this.isFollowed(version.key)) return false;
    return !this.#options.selective || version.object.metadata.labels?.keep === "yes";
  }

  shown(version: Version): string {
    const { uid, at, object } = version;
    return `${uid}@${this.server.text(at)}=${object.data?.v}`;
  }

  raise(key: string, at: number): void {
    this.low.set(key, Math.max(at, this.low.get(key) ?? 0));
  }

  /** Fails where what is read of a key was over before {@link low}. */
  checkReads(): void {
    const { lister } = this.informer;
    const all = new Map(lister.list().map((map) => [keyOf(map), nameOf(map)]));
    assertEquals(lister.size, all.size);
    assertEquals(lister.by(byValue, "all").length, all.size);
    for (const map of lister.by(byValue, "all")) assertEquals(all.get(keyOf(map)), nameOf(map));
    if (!this.#options.integers || this.server.restores > 0) return;
    for (const key of KEYS) {
      const read = lister.get(key);
      assertEquals(read && nameOf(read), all.get(key));
      if (this.doubted.has(key) || !this.isFollowed(key)) continue;
      const low = this.low.get(key) ?? 0;
      const versions = this.server.log.filter((version) => version.key === key);
      const states = [undefined, ...versions];
      const match = states.findIndex((version, index) => {
        if ((states[index + 1]?.at ?? Infinity) <= low) return false;
        if (read === undefined) return !this.isSeen(version);
        return this.isSeen(version) && this.shown(version) === nameOf(read);
      });
      assert(match >= 0, `${key} reads ${read && nameOf(read)}, which was over before ${low}`);
      this.raise(key, states[match]?.at ?? 0);
    }
  }

  /** Does something to a key, one thing at a time. */
  own(key: string, work: () => Promise<unknown>): void {
    if (this.busy.has(key)) return;
    this.busy.add(key);
    const { server } = this;
    const before = server.log.length;
    work().then(() => {
      const mine = server.log.slice(before).findLast((version) =>
        version.own && version.key === key
      );
      const here = this.informer.lister.get(key)?.metadata.uid;
      if (mine?.exists === false && here !== undefined) {
        if (here === mine.uid) this.errors.push(new Error(`${key} was deleted, and is still here`));
        // Of an object that was never here nobody can say when it went.
        else this.doubted.add(key);
      }
      if (mine !== undefined) this.raise(key, mine.at);
    }, (error) => {
      if (!(error instanceof StatusError) || error.code >= 500) this.doubted.add(key);
    }).finally(() => this.busy.delete(key));
  }

  /** A worker looks up what is in doubt. */
  settle(key: string): void {
    if (this.busy.has(key)) return;
    this.busy.add(key);
    const { server } = this;
    const last = server.log.findLast((version) => version.own && version.key === key)?.at ?? 0;
    this.informer.settled(key, this.#end.signal).then(() => {
      this.doubted.delete(key);
      this.raise(key, last);
    }, () => {}).finally(() => this.busy.delete(key));
  }

  async finish(): Promise<void> {
    this.server.calm();
    await this.clock.run(CALM_MS);
    for (const key of KEYS) this.settle(key);
    await this.clock.run(60_000);
    this.checkReads();
    const { server, informer } = this;
    const all = server.state().filter((version) =>
      !this.#options.selective || this.isSeen(version)
    );
    const held = (among: Iterable<readonly [string, string]>) => [...among].sort();
    const followed = server.state().filter((version) => this.isSeen(version))
      .map((version) => [version.key, this.shown(version)] as const);
    const read = informer.lister.list().map((map) => [keyOf(map), nameOf(map)] as const);
    assertEquals(held(read), held(followed), "the informer holds what the server holds");
    for (const { known } of this.replays) {
      assertEquals(held(known), held(followed), "all was told");
    }
    const wanted = all.filter((version) =>
      !this.#options.selective || version.object.metadata.labels?.keep === "yes"
    ).map((version) => [version.key, this.shown(version)] as const);
    assertEquals(held(this.watched.known), held(wanted), "a watch has told of all");
    assertEquals(this.watchSynced, 1);
    assertEquals(informer.remembered, 0, "nothing is kept of what is over");
    assertEquals(this.errors, []);
  }

  async end(): Promise<void> {
    await this.informer[Symbol.asyncDispose]();
    this.#end.abort(new Error("the test is over"));
    await this.clock.run(0);
    await this.watching;
  }
}

interface Step {
  readonly do: keyof typeof STEPS;
  readonly key: string;
  readonly n: number;
}

/** Nobody waits for ever. */
const LIMIT = { timeout: "100s" } as const;
const labels = (n: number) => n % 4 === 0 ? { keep: "no" } : { keep: "yes" };
const value = (n: number) => ({ v: String(n) });

const STEPS = {
  other({ server }: World, key: string, n: number) {
    const exists = server.version(key)?.exists ?? false;
    if (!exists) server.commit(key, { data: value(n), metadata: { labels: labels(n) } });
    else if (n % 5 === 0) server.commit(key, undefined);
    else server.commit(key, { data: value(n), metadata: { labels: labels(n >> 3) } });
  },
  create(world: World, key: string, n: number) {
    const [namespace = "", name = ""] = key.split("/");
    const finalizers = n % 3 === 0 ? ["example.com/held"] : [];
    const metadata = { name, namespace, labels: labels(n), finalizers };
    world.own(key, () => world.client.create(ConfigMap, { metadata, data: value(n) }, LIMIT));
  },
  patch(world: World, key: string, n: number) {
    const patch = { data: value(n), metadata: { labels: labels(n) } };
    world.own(key, () => world.client.patch(ConfigMap, key, patch, LIMIT));
  },
  update(world: World, key: string, n: number) {
    const change = (map: Map_) => void (map.data = value(n));
    world.own(key, () => world.client.update(ConfigMap, key, change, LIMIT));
  },
  nothing(world: World, key: string) {
    const { data = {} } = world.server.version(key)?.object ?? {};
    world.own(key, () => world.client.patch(ConfigMap, key, { data: { ...data } }, LIMIT));
  },
  release(world: World, key: string) {
    const patch = { metadata: { finalizers: [] } };
    world.own(key, () => world.client.patch(ConfigMap, key, patch, LIMIT));
  },
  delete(world: World, key: string) {
    world.own(key, () => world.client.delete(ConfigMap, key, LIMIT));
  },
  run(world: World, key: string) {
    world.settle(key);
  },
  deliver({ server }: World, _key: string, n: number) {
    server.deliver(n);
  },
  async pass(world: World, _key: string, n: number) {
    await world.clock.run(100 * n * n);
  },
  async hour(world: World, _key: string, n: number) {
    await world.clock.run(10_000 * n);
  },
  compact({ server }: World) {
    server.compact();
  },
  restore({ server }: World, _key: string, n: number) {
    server.restore(n % 8);
  },
  subscribe(world: World) {
    world.subscribe();
  },
};

const OFTEN: readonly (keyof typeof STEPS)[] = [
  "other",
  "other",
  "create",
  "create",
  "patch",
  "delete",
  "delete",
  "deliver",
  "deliver",
  "pass",
  "pass",
  "pass",
];
const RARE: readonly (keyof typeof STEPS)[] = ["restore"];
const NAMES = (Object.keys(STEPS) as (keyof typeof STEPS)[]).filter((name) => !RARE.includes(name));

const fault = <F>(names: readonly F[]) =>
  fc.array(fc.record({ how: fc.constantFrom<F>(...names), n: fc.nat(40) }), {
    maxLength: 40,
    size: "max",
  });
const steps = (names: readonly (keyof typeof STEPS)[]): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({ do: fc.constantFrom(...names), key: fc.constantFrom(...KEYS), n: fc.nat(40) }),
    { minLength: 5, maxLength: 60, size: "max" },
  );

async function play(options: Options, schedule: Schedule): Promise<void> {
  const world = new World(options);
  world.server.reads = [...schedule.reads];
  world.server.writes = [...schedule.writes];
  for (const key of KEYS.slice(1)) STEPS.other(world, key, 7);
  await world.start();
  try {
    for (const { do: name, key, n } of schedule.steps) {
      await STEPS[name](world, key, n);
      await drained();
      world.checkReads();
      assertEquals(world.errors, []);
    }
    await world.finish();
  } finally {
    await world.end();
  }
}

interface Schedule {
  readonly reads: FaultyServer["reads"];
  readonly writes: FaultyServer["writes"];
  readonly steps: readonly Step[];
}

const ALL: Options = { integers: true, protobuf: true, selective: false, namespaces: undefined };

for (
  const [name, options, names] of [
    ["Protobuf", ALL, [...NAMES, ...OFTEN]],
    ["JSON", { ...ALL, protobuf: false }, [...NAMES, ...OFTEN]],
    ["selected objects", { ...ALL, selective: true }, [...NAMES, ...OFTEN]],
    ["some namespaces", { ...ALL, namespaces: ["n", "none"] }, [...NAMES, ...OFTEN]],
    ["revisions that are no integers", { ...ALL, integers: false }, [...NAMES, ...OFTEN]],
    ["a server that is set back", ALL, [...NAMES, ...OFTEN, ...RARE]],
  ] as const
) {
  Deno.test(`createInformer() never ends and never lies, whatever fails: ${name}`, async () => {
    const schedule: fc.Arbitrary<Schedule> = fc.record({
      reads: fault(READ_FAULTS),
      writes: fault(WRITE_FAULTS),
      steps: steps(names),
    });
    await fc.assert(
      fc.asyncProperty(schedule, (schedule) => play(options, schedule)),
      { numRuns: runs(50) },
    );
  });
}
