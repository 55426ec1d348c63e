/**
 * An operator as a process on this project's API server and on the reference's: the same is done to both, and
 * the same comes of it, field by field.
 */
import {
  type AnyObject,
  type Client,
  createClient,
  CustomResourceDefinition,
  Deployment,
  Event,
  Ingress,
  isInvalid,
  Lease,
  Service,
  StatusError,
} from "../../mod.ts";
import { Website } from "../../examples/website.ts";
import { comparable } from "../../testing/reference_comparable.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { type Side, startServer } from "../clients/servers.ts";
import { Launched } from "../envtest/launched.ts";

const NAME = "an operator's process leaves the same on the reference's API server and on this one";
const PROGRAM = new URL("../../examples/website.ts", import.meta.url).pathname;
const WAIT = { timeout: "60s" } as const;

if (slowTests()) testWith(["go"], NAME, compare);
else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});

async function compare(): Promise<void> {
  const theirs = await endStateOn("the reference");
  const ours = await endStateOn("this server");
  assertEquals(ours, theirs);
}

async function endStateOn(side: Side): Promise<unknown> {
  await using server = await startServer(side);
  await using client = await createClient({ config: server.kubeconfig });
  const said: unknown[] = [];
  const operator = (...more: string[]) =>
    new Launched(Deno.execPath(), [
      ...["run", "-A", "--no-check", "--quiet", PROGRAM],
      ...["run", `--kubeconfig=${server.kubeconfig}`, "--namespace=default"],
      ...more,
    ]);
  {
    await using process = operator("--install", "--leader-elect");
    await process.wrote("The operator runs");
    await makeSites(client);
    await refuse(client, said);
    process.child.kill("SIGTERM");
    assertEquals((await process.gone()).code, 0, process.log);
  }
  const between = await client.get(Lease, "website-operator");
  // While nobody works: the next process finds what has become different.
  await client.patch(Website, "changed", { spec: { image: "nginx:3" } });
  await client.delete(Service, "changed");
  {
    await using process = operator("--leader-elect");
    await client.waitFor(Service, "changed", (one) => one !== undefined, WAIT);
    await seen(client, "changed");
    process.child.kill("SIGTERM");
    assertEquals((await process.gone()).code, 0, process.log);
  }
  return comparable([
    { kind: "Said", said },
    between,
    ...await left(client),
  ]);
}

/** Makes sites, and waits until all is done about each. */
async function makeSites(client: Client): Promise<void> {
  const host = "shop.example";
  await client.create(Website, { metadata: { name: "shop" }, spec: { image: "nginx:1", host } });
  await seen(client, "shop");
  // As the controller of deployments would.
  const status = { replicas: 1, readyReplicas: 1, observedGeneration: 1 };
  await client.patch(Deployment, "shop", { status }, { subresource: "status" });
  await client.waitFor(Website, "shop", (one) => one?.status?.ready === 1, WAIT);

  const spec = { image: "nginx:1", host: "changed.example", replicas: 2 };
  await client.create(Website, { metadata: { name: "changed" }, spec });
  await seen(client, "changed");
  // What is not wanted any more goes, and what somebody else has changed or deleted comes back.
  await client.patch(Website, "changed", { spec: { host: null, port: 8080 } });
  await client.waitFor(Ingress, "changed", (one) => one === undefined, WAIT);
  await client.delete(Deployment, "changed");
  await client.waitFor(Deployment, "changed", (one) => one !== undefined, WAIT);
  await client.patch(Service, "changed", { spec: { selector: { app: "mine" } } });
  const isBack = (one?: AnyObject) => one?.spec?.selector?.app === "changed";
  await client.waitFor(Service, "changed", isBack, WAIT);
  await seen(client, "changed");

  // Something else has the name of what it needs.
  const ports = [{ port: 1 }];
  await client.create(Service, { metadata: { name: "taken" }, spec: { ports } });
  await client.create(Website, { metadata: { name: "taken" }, spec: { image: "nginx:1" } });
  await client.waitFor(Website, "taken", (one) => one?.status?.conditions !== undefined, WAIT);
  // A name that sites may have, and what they need may not.
  await client.create(Website, { metadata: { name: "a.dot" }, spec: { image: "nginx:1" } });
  await client.waitFor(Website, "a.dot", (one) => one?.status?.conditions !== undefined, WAIT);
}

/** Waits until the operator has seen to a site as it is now. */
async function seen(client: Client, name: string): Promise<void> {
  const { metadata } = await client.get(Website, name);
  await client.waitFor(
    Website,
    name,
    (one) => one?.status?.observedGeneration === metadata.generation,
    WAIT,
  );
}

/** Writes that the definition's schema refuses, and what the server says of each. */
async function refuse(client: Client, said: unknown[]): Promise<void> {
  const specs: AnyObject[] = [
    { image: "" },
    { image: "nginx", replicas: 101 },
    { image: "nginx", replicas: "two" },
    { replicas: 1 },
    { image: "nginx", port: 0, host: 3 },
  ];
  for (const spec of specs) {
    const error = await client.create(Website, { metadata: { name: "none" }, spec: spec as never })
      .catch((error) => error);
    assert(error instanceof StatusError && isInvalid(error), String(error));
    said.push(causesInOrder(error.status));
  }
  const answer = await client.fetch("/apis/example.com/v1/namespaces/default/websites", {
    headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
  });
  const { columnDefinitions: [_name, ...columns], rows } = await answer.json();
  said.push(columns, rows.map(({ cells }: AnyObject) => cells.slice(0, -1)));
}

/** A refusal with its causes in one order: the reference goes through properties in any. */
function causesInOrder({ message, details, ...status }: StatusError["status"]): unknown {
  const causes = details?.causes?.map((cause) => JSON.stringify(cause)).sort();
  return {
    ...status,
    details: { ...details, causes },
    message: [...message ?? ""].sort().join(""),
  };
}

/** All that there is in the end, in an order that both have. */
async function left(client: Client): Promise<AnyObject[]> {
  const kinds = [Website, Deployment, Service, Ingress, Lease, Event, CustomResourceDefinition];
  const lists = await Promise.all(kinds.map((kind) => client.list(kind)));
  return lists.flatMap(({ items }) => items as AnyObject[])
    .filter(({ metadata }) => metadata?.name !== "kubernetes")
    // What the server notes of its own addresses depends on when it looks.
    .filter(({ reportingController }) => reportingController !== "ipallocator-repair-controller");
}
