/**
 * Informers from the connection to the cache, beside a program that decodes what comes into a map: what
 * the process takes, how long it takes to have all, and what following it costs. Each in a process of
 * its own, beside a server in another.
 *
 * @module
 */

import { cpuUsage } from "node:process";
import { createClient } from "../toolkit/client/create_client.ts";
import { ServerClient } from "../toolkit/client/server_client.ts";
import { createInformer, defineView, type InformerStats } from "../toolkit/informer/mod.ts";
import { Pod } from "../toolkit/kinds/built_in.ts";
import type { ObjectOf } from "../toolkit/kinds/mod.ts";
import { CHANGES_A_SECOND, PAGE, PODS } from "./many_pods.ts";

/** What one process measured. */
export interface PathFigures {
  readonly syncMs: number;
  readonly rssBytes: number;
  /** Of a core, while {@link CHANGES_A_SECOND} come. */
  readonly share: number;
  /** The process after that. */
  readonly laterRssBytes: number;
  /** What it holds of the pods; 0 where nobody counts that. */
  readonly keptBytes: number;
}

/** What processes take that hold as many bytes, without any code of this project. */
export interface FloorFigures {
  /** One that made them itself. */
  readonly heldRssBytes: number;
  /** One that got them from the pages of a list, by `fetch`. */
  readonly fetchedRssBytes: number;
}

/** What garbage is left goes meanwhile, as it does in an operator. */
const REST_MS = 3000;
const FOLLOWED_MS = 10_000;

/** How a program follows pods: settles when it has all, and goes on. */
type Follow = (
  client: ServerClient,
) => Promise<{ readonly size: number; readonly changes: number; readonly bytes: number }>;

/** Five fields, as a scheduler might want them. */
const Placement = defineView(Pod, "Placement", ({ spec, status }) => ({
  node: spec.nodeName,
  phase: status?.phase,
  address: status?.podIP,
  account: spec.serviceAccountName,
  priority: spec.priority,
}));

async function informed(
  informer: {
    start(): Promise<void>;
    readonly stats: InformerStats;
    subscribe(handler: () => void): unknown;
  },
) {
  await informer.start();
  let changes = -PODS;
  informer.subscribe(() => changes++);
  return {
    get size() {
      return informer.stats.objects;
    },
    get changes() {
      return changes;
    },
    get bytes() {
      return informer.stats.bytes;
    },
  };
}

const FOLLOWS: Readonly<Record<string, Follow>> = {
  informer: (client) => informed(createInformer(client, Pod)),
  view: (client) => informed(createInformer(client, Placement)),
  async objects(client) {
    const pods = new Map<string, ObjectOf<typeof Pod>>();
    const keyOf = ({ metadata }: ObjectOf<typeof Pod>) => `${metadata.namespace}/${metadata.name}`;
    let resourceVersion = "";
    let changes = 0;
    for await (const page of client.http.pages(Pod, { allNamespaces: true })) {
      resourceVersion = page.revision;
      for (const item of page.items) {
        const pod = item.take();
        pods.set(keyOf(pod), pod);
      }
    }
    const follow = async () => {
      for await (
        const event of client.http.watch(Pod, { allNamespaces: true, resourceVersion })
      ) {
        if (event.type === "BOOKMARK") continue;
        changes++;
        if (event.type === "DELETED") pods.delete(keyOf(event.object));
        else pods.set(keyOf(event.object), event.object);
      }
    };
    follow().catch((error) => console.error(error));
    return {
      get size() {
        return pods.size;
      },
      get changes() {
        return changes;
      },
      bytes: 0,
    };
  },
};

/** The ways to follow, of which the last one is what the others are compared with. */
export const PATHS: readonly string[] = Object.keys(FOLLOWS);

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function cpuMs(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
}

/** Measures one way, in this process. */
export async function follow(name: string, url: string): Promise<PathFigures> {
  const way = FOLLOWS[name];
  if (way === undefined) throw new Error(`there is no way ${name} to follow pods`);
  const client = await createClient({ config: url });
  if (!(client instanceof ServerClient)) throw new Error("not a client of this toolkit");
  const start = performance.now();
  const pods = await way(client);
  const syncMs = performance.now() - start;
  await rest(REST_MS);
  const rssBytes = Deno.memoryUsage().rss;
  const keptBytes = pods.bytes;
  const before = { cpu: cpuMs(), at: performance.now(), changes: pods.changes };
  await rest(FOLLOWED_MS);
  const ms = performance.now() - before.at;
  const share = (cpuMs() - before.cpu) / ms;
  const rate = (pods.changes - before.changes) / ms * 1000;
  if (pods.size !== PODS) throw new Error(`${pods.size} pods are held, not ${PODS}`);
  if (rate < CHANGES_A_SECOND * 0.9) throw new Error(`${rate} changes a second came`);
  return { syncMs, rssBytes, share, laterRssBytes: Deno.memoryUsage().rss, keptBytes };
}

/** Measures one way in a process of its own, beside a server in another. */
export function path(name: string): Promise<PathFigures> {
  return besideServer(async (url) => JSON.parse(await printed(import.meta.url, name, url)));
}

/** Measures what a process takes that holds so many bytes. */
export async function floor(bytes: number): Promise<FloorFigures> {
  const program = new URL("./informer_floor.ts", import.meta.url).href;
  const heldRssBytes = Number(await printed(program, String(bytes)));
  const fetchedRssBytes = await besideServer(async (url) =>
    Number(await printed(program, String(bytes), url, String(PODS), String(PAGE)))
  );
  return { heldRssBytes, fetchedRssBytes };
}

async function besideServer<T>(measure: (url: string) => Promise<T>): Promise<T> {
  const server = command(new URL("./informer_server.ts", import.meta.url).href).spawn();
  try {
    const lines = server.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const { value: port } = await lines.read();
    const measured = await measure(`http://127.0.0.1:${port?.trim()}`);
    await lines.cancel();
    return measured;
  } finally {
    server.kill();
    await server.status;
  }
}

/** What a program prints. */
async function printed(program: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await command(program, ...args).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

function command(program: string, ...args: string[]): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "-A", program, ...args],
    stdin: "null",
    stdout: "piped",
    env: { NO_COLOR: "1" },
  });
}

if (import.meta.main) {
  const [name = "", url = ""] = Deno.args;
  console.log(JSON.stringify(await follow(name, url)));
  Deno.exit(0);
}
