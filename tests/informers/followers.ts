/**
 * A hundred informers in a process of their own, which holds nothing else: so what it takes is theirs.
 * They follow the server at `RELAY`, a client config. A line `check CONFIG` waits until each of them has
 * what that server has and says `same`, or what is wrong; `end` says what was measured, and ends.
 *
 * @module
 */

import {
  type AnyKind,
  type Client,
  ConfigMap,
  createClient,
  createInformer,
  defineIndex,
  defineView,
  type InformerOptions,
  metadataOnly,
  type ObjectOf,
  Secret,
  silentLogger,
} from "../../mod.ts";
import { isInShard } from "../../toolkit/informer/shard.ts";
import { type Followed, FollowedInformer } from "./followed.ts";
import type { Sample } from "./memory.ts";
import { LABEL, LEFT, nameOf, namespaceOf } from "./writing.ts";

/** What is measured at the end. */
export interface FollowersReport {
  readonly samples: readonly Sample[];
  readonly informers: number;
  readonly deltas: number;
  readonly relists: number;
  readonly warnings: number;
}

/** Each is one connection; every other one asks for JSON. */
const CLIENTS = 10;
const SAMPLE_MS = 2000;
/** Longer than an informer believes in a connection that says nothing, and waits after failures. */
const CHECK_MS = 240_000;
const LOOK_MS = 250;

const gc = (globalThis as { gc?: () => void }).gc;

const Sizes = defineView(ConfigMap, "Sizes", ({ data }) => ({ size: data?.text?.length ?? 0 }));
const secretsOfSide = defineIndex(Secret, "side", ({ metadata }) => metadata.labels?.[LABEL]);

const dataOf = (object: Followed) =>
  JSON.stringify((object as { readonly data?: object }).data ?? {});
const labelsOf = ({ metadata }: Followed) => JSON.stringify(metadata.labels ?? {});

/** Which informers each client has. */
function informersOf(client: Client, at: number): FollowedInformer<Followed>[] {
  const namespace = namespaceOf(at);
  const shard = { of: 2, at: at % 2 };
  const side = (object: Followed) => object.metadata.labels?.[LABEL] === LEFT;
  const inNamespace = (object: Followed) => object.metadata.namespace === namespace;
  const every = () => true;
  const of = <K extends AnyKind>(
    name: string,
    kind: K,
    options: InformerOptions<ObjectOf<K>>,
    has: (object: Followed) => boolean,
    shown = dataOf,
  ) => {
    const informer = createInformer(client, kind, options);
    const wanted = kind.plural === Secret.plural ? Secret.kind : ConfigMap.kind;
    return new FollowedInformer<Followed>({
      name: `${name} of client ${at}`,
      informer: informer as never,
      has: (object) => object.kind === wanted && has(object),
      shown,
    });
  };
  return [
    of("all config maps", ConfigMap, {}, every),
    of("config maps of a namespace", ConfigMap, { namespaces: [namespace] }, inNamespace),
    of("config maps by label", ConfigMap, { labelSelector: `${LABEL}=${LEFT}` }, side),
    of(
      "config maps by name",
      ConfigMap,
      { fieldSelector: { "metadata.name": nameOf(at) } },
      ({ metadata }) => metadata.name === nameOf(at),
    ),
    of(
      "a shard of config maps",
      ConfigMap,
      { shard },
      ({ metadata }) => isInShard(metadata.uid, shard),
    ),
    of("a view", Sizes, {}, every, (object) => {
      const { size, data } = object as { size?: number; data?: { text?: string } };
      return String(size ?? data?.text?.length ?? 0);
    }),
    of("metadata", metadataOnly(ConfigMap), {}, every, labelsOf),
    of("all secrets", Secret, {}, every),
    of("secrets with an index", Secret, { indexes: [secretsOfSide], resync: "1h" }, every),
    of("secrets of a namespace by label", Secret, {
      namespaces: [namespace],
      labelSelector: { [LABEL]: LEFT },
    }, (object) => inNamespace(object) && side(object)),
  ];
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Measures until it is told to stop. */
async function measure(samples: Sample[], signal: AbortSignal): Promise<void> {
  const start = performance.now();
  while (!signal.aborted) {
    gc?.();
    const { rss, heapUsed, external } = Deno.memoryUsage();
    const second = (performance.now() - start) / 1000;
    samples.push({ second, rssBytes: rss, heapBytes: heapUsed, externalBytes: external });
    await sleep(SAMPLE_MS);
  }
}

/** What is wrong; undefined: nothing. The server itself writes now and then: it is asked over and over. */
async function check(
  followed: readonly FollowedInformer<Followed>[],
  config: string,
): Promise<string | undefined> {
  await using server = await createClient({ config });
  const end = performance.now() + CHECK_MS;
  let different = followed;
  for (;;) {
    const objects = await listed(server);
    for (const { name, wrong } of followed) if (wrong.length > 0) return `${name}: ${wrong[0]}`;
    different = different.filter((one) => one.difference(objects) !== undefined);
    const [first] = different;
    if (first === undefined) return undefined;
    if (performance.now() > end) {
      return `${different.length} are not as the server, ${first.name}: ${
        first.difference(objects)
      }`;
    }
    await sleep(LOOK_MS);
  }
}

async function listed(server: Client): Promise<Followed[]> {
  const lists = await Promise.all(
    [ConfigMap, Secret].map((kind) => server.list<AnyKind>(kind, { allNamespaces: true })),
  );
  return lists.flatMap(({ items }) => items as Followed[]);
}

async function main([relay = ""]: string[]): Promise<void> {
  let warnings = 0;
  const logger = {
    ...silentLogger,
    error: (text: string, error: unknown) => console.error(text, error),
    warning: () => void warnings++,
    with: () => logger,
  };
  const clients = await Promise.all(
    Array.from(
      { length: CLIENTS },
      (_, at) => createClient({ config: relay, protobuf: at % 2 === 0, logger }),
    ),
  );
  const followed = clients.flatMap(informersOf);
  await Promise.all(followed.map(({ informer }) => informer.start()));
  const samples: Sample[] = [];
  const over = new AbortController();
  const measuring = measure(samples, over.signal);
  console.log("started");
  for await (const command of lines(Deno.stdin.readable)) {
    const [verb, config = ""] = command.split(" ");
    if (verb === "end") break;
    console.log(await check(followed, config) ?? "same");
  }
  over.abort();
  await measuring;
  const sum = (of: (one: FollowedInformer<Followed>) => number) =>
    followed.reduce((total, one) => total + of(one), 0);
  const report: FollowersReport = {
    samples,
    informers: followed.length,
    deltas: sum(({ deltas }) => deltas),
    relists: sum(({ informer }) => informer.stats.relists),
    warnings,
  };
  await Promise.all(followed.map(({ informer }) => informer[Symbol.asyncDispose]()));
  await Promise.all(clients.map((client) => client[Symbol.asyncDispose]()));
  console.log(JSON.stringify(report));
}

/** The lines of a stream, without their ends. */
export async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n");
    rest = parts.pop()!;
    yield* parts;
  }
}

if (import.meta.main) await main(Deno.args);
