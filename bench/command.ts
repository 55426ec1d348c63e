/**
 * `./orch bench NAME`: the benchmarks of this folder.
 *
 * @module
 */

const BENCHES: Readonly<
  Record<string, { about: string; load: () => Promise<{ main(args: string[]): Promise<number> }> }>
> = {
  api: {
    about: "the API server, beside a bare server of the runtime (needs h2load)",
    load: () => import("./api.ts"),
  },
  reference: {
    about: "the API server on its file, beside the reference's on etcd (needs its program)",
    load: () => import("./reference.ts"),
  },
  audit: {
    about: "requests that are recorded, beside requests that are not",
    load: () => import("./audit.ts"),
  },
  authentication: {
    about: "finding out who sends a request, beside a static token",
    load: () => import("./authentication.ts"),
  },
  env: {
    about:
      "control planes in a program, and processes: first answers, snapshots, forks, beside a bare server",
    load: () => import("./env.ts"),
  },
  "controller-runtime": {
    about: "an operator of the toolkit, beside one of controller-runtime (needs Go)",
    load: () => import("./controller_runtime.ts"),
  },
  extending: {
    about: "definitions, custom resources and webhooks, beside what is built in",
    load: () => import("./extending.ts"),
  },
  import: {
    about: "importing the entry points, beside an empty module",
    load: () => import("./import.ts"),
  },
  kinds: {
    about: "pods and deployments, beside config maps of their size",
    load: () => import("./kinds.ts"),
  },
  services: {
    about: "services with addresses and ports, beside config maps",
    load: () => import("./services.ts"),
  },
  authorization: {
    about: "decisions by roles and bindings, beside one that always says yes",
    load: () => import("./authorization.ts"),
  },
  flowcontrol: {
    about: "one user's requests while another floods the server, beside the same in quiet",
    load: () => import("./flowcontrol.ts"),
  },
  quota: {
    about: "creates in namespaces with quotas, beside a server that knows of none",
    load: () => import("./quota.ts"),
  },
  webhooks: {
    about: "writes that a webhook is asked about, beside writes that none is",
    load: () => import("./webhooks.ts"),
  },
  cluster: {
    about:
      "a rollout, and a cluster at rest, beside the reference's controller manager and scheduler",
    load: () => import("./cluster.ts"),
  },
  codec: {
    about: "JSON and Protobuf, encoded and decoded, beside the runtime's own JSON",
    load: () => import("./codec.ts"),
  },
  cel: {
    about: "rules of expressions, beside plain functions that decide the same",
    load: () => import("./cel.ts"),
  },
  cache: {
    about: "the watch cache, beside bare copies of the same bytes",
    load: () => import("./cache.ts"),
  },
  informer: {
    about: "what informers hold and hear, beside maps of decoded objects and of buffers",
    load: () => import("./informer.ts"),
  },
  workloads: {
    about: "deployments, scheduling and namespaces, beside the reference's programs (needs Go)",
    load: () => import("./workloads.ts"),
  },
  metrics: {
    about: "rounds of the metrics server, beside a bare client that fetches the same pages",
    load: () => import("./metrics.ts"),
  },
  nodes: {
    about: "simulated nodes and their pods, beside the same writes of a bare client",
    load: () => import("./nodes.ts"),
  },
  pages: {
    about: "pages of lists, out of more and more objects",
    load: () => import("./pages.ts"),
  },
  scheduler: {
    about: "decisions of the scheduler on 5,000 nodes, beside a plain loop over all of them",
    load: () => import("./scheduler.ts"),
  },
  settle: {
    about: "deployments until all of their pods run, beside the reference's programs (needs Go)",
    load: () => import("./settle.ts"),
  },
  serving: {
    about:
      "requests through the neutral handler, beside a bare server of the runtime (needs h2load)",
    load: () => import("./serving.ts"),
  },
  transport: {
    about: "requests of the HTTP client, beside the runtime's own clients",
    load: () => import("./transport.ts"),
  },
  store: {
    about: "every storage backend, beside a raw loop on the embedded one",
    load: () => import("./store.ts"),
  },
};

const HELP =
  `Measures a part, and something to compare with in the same run. Results go to bench/results/.

Usage:
  orch bench NAME

Benchmarks:
${Object.entries(BENCHES).map(([name, { about }]) => `  ${name.padEnd(20)}${about}`).join("\n")}
`;

/** Runs the benchmark that the first argument names. */
export async function main(args: string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h") {
    console.log(HELP);
    return name === undefined ? 1 : 0;
  }
  const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (bench === undefined) {
    console.error(`Error: unknown benchmark ${JSON.stringify(name)}\n\n${HELP}`);
    return 1;
  }
  return await (await bench.load()).main(rest);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
