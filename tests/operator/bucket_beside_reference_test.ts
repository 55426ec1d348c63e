/**
 * An operator with a webhook, a finalizer and two versions on this project's API server and on the
 * reference's: the same is done to both, and the same comes of it, field by field.
 */
import {
  type AnyObject,
  type Client,
  createClient,
  CustomResourceDefinition,
  Event,
  MutatingWebhookConfiguration,
  Secret,
  silentLogger,
  ValidatingWebhookConfiguration,
} from "../../mod.ts";
import { freePort } from "../../testing/free_port.ts";
import { comparable } from "../../testing/reference_comparable.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { type Side, startServer } from "../clients/servers.ts";
import { Bucket, operator } from "../compiler/programs/bucket.ts";

const NAME = "an operator with webhooks leaves the same on the reference's API server and this one";
const WAIT = { timeout: "60s" } as const;
const Beta = Bucket.versions.v1beta1;

if (slowTests()) testWith(["go"], NAME, compare);
else Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});

async function compare(): Promise<void> {
  const theirs = await endStateOn("the reference");
  const ours = await endStateOn("this server");
  assertEquals(ours, theirs);
}

/** A service of buckets, as the operator asks it: nothing is ever still going on. */
class BucketService {
  readonly asked: string[] = [];
  readonly fetch: typeof fetch = (input, init) => {
    const { method, url } = new Request(input, init);
    const id = url.split("/").at(-1)!;
    this.asked.push(`${method} ${id}`);
    if (method === "DELETE") return Promise.resolve(new Response(null, { status: 404 }));
    return Promise.resolve(Response.json({ state: "ready", endpoint: `s3://${id}` }));
  };
}

async function endStateOn(side: Side): Promise<unknown> {
  await using server = await startServer(side);
  await using client = await createClient({ config: server.kubeconfig });
  const service = new BucketService();
  const port = freePort();
  const run = (install: boolean) =>
    operator.run({
      client,
      install,
      logger: silentLogger,
      fetch: service.fetch,
      webhookServer: { port, hostname: "127.0.0.1", url: `https://127.0.0.1:${port}` },
    });
  const said: unknown[] = [];
  {
    await using _running = await run(true);
    await useBuckets(client, said);
  }
  // Nobody is there to judge, to convert, or to let go.
  said.push(
    ...await answersTo(client, [
      ["POST", BUCKETS, bucket("unjudged", { region: "eu", sizeGiB: 1 })],
      // What it has converted before, this project's server still has.
      ["PATCH", `${BUCKETS}/a/status`, { status: { endpoint: "elsewhere" } }],
      ["GET", `${BETA}/a`],
      ["DELETE", `${BUCKETS}/a`],
    ]),
  );
  said.push(
    (await client.list(Bucket)).items.filter(({ metadata }) =>
      metadata.deletionTimestamp !== undefined
    ).length,
  );
  {
    await using _running = await run(false);
    await client.waitFor(Bucket, "a", (one) => one === undefined, WAIT);
    await client.create(Bucket, { metadata: { name: "c" }, spec: { region: "eu", sizeGiB: 2 } });
    await provisioned(client, "c");
  }
  // Uninstalled: without this, nobody could ever delete its buckets.
  for (const kind of [MutatingWebhookConfiguration, ValidatingWebhookConfiguration]) {
    await client.delete(kind, "bucket-operator", { ignoreNotFound: true });
  }
  await operator.release(client);
  const objects = await left(client);
  await client.delete(CustomResourceDefinition, "buckets.storage.example.com");
  const isGone = (one: unknown) => one === undefined;
  await client.waitFor(CustomResourceDefinition, "buckets.storage.example.com", isGone, WAIT);
  return comparable([{ kind: "Said", said, asked: service.asked }, ...objects]);
}

const BUCKETS = "/apis/storage.example.com/v1/namespaces/default/buckets";
const BETA = BUCKETS.replace("v1", "v1beta1");

type Step = readonly [method: string, path: string, body?: unknown];

const bucket = (name: string, spec: object, version = "v1") => ({
  apiVersion: `storage.example.com/${version}`,
  kind: "Bucket",
  metadata: { name },
  spec,
});

async function useBuckets(client: Client, said: unknown[]): Promise<void> {
  await client.create(Bucket, { metadata: { name: "a" }, spec: { region: "eu", sizeGiB: 5 } });
  await provisioned(client, "a");
  await client.create(Beta, { metadata: { name: "b" }, spec: { region: "us", size: "7Gi" } });
  await provisioned(client, "b");
  said.push(
    ...await answersTo(client, [
      ["POST", `${BUCKETS}?dryRun=All`, bucket("dry", { region: "eu", sizeGiB: 1 })],
      ["POST", BUCKETS, bucket("none", { region: "mars", sizeGiB: 1 })],
      ["PATCH", `${BUCKETS}/a`, { spec: { sizeGiB: 4 } }],
      ["PATCH", `${BUCKETS}/a?dryRun=All`, { spec: { region: "us" } }],
      ["PATCH", `${BETA}/a?dryRun=All`, { spec: { size: "3Gi" } }],
      ["PATCH", `${BETA}/b?dryRun=All`, { spec: { size: "many" } }],
      ["GET", `${BETA}/a`],
      ["GET", BETA],
    ]),
  );
  // What the older version has no field for survives its writes.
  await client.patch(Bucket, "b", { spec: { retain: true } });
  await client.update(Beta, "b", (one) => void Object.assign(one.spec as object, { size: "8Gi" }));
  await client.waitFor(Bucket, "b", (one) => one?.status?.observedGeneration === 3, WAIT);
  // It is retained: the service does not hear of its end.
  await client.delete(Bucket, "b");
  await client.waitFor(Bucket, "b", (one) => one === undefined, WAIT);
}

async function provisioned(client: Client, name: string): Promise<void> {
  await client.waitFor(Bucket, name, (one) => one?.status?.endpoint !== undefined, WAIT);
}

async function answersTo(client: Client, steps: readonly Step[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [method, path, body] of steps) {
    const patch = method === "PATCH" ? "merge-patch+" : "";
    const answer = await client.fetch(path, {
      method,
      headers: { "content-type": `application/${patch}json` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const warnings = answer.headers.get("warning");
    answers.push([method, path, answer.status, warnings, told(method, await answer.json())]);
  }
  return answers;
}

/** What an answer says, without what is known to be otherwise. */
function told(method: string, answer: AnyObject): AnyObject {
  // The reference gives no reason for a conversion that fails as something is read.
  if (method === "GET" && answer.kind === "Status") return { code: answer.code };
  // Empty is as good as not there.
  const list = answer.metadata as { continue?: string };
  if (list.continue === "") delete list.continue;
  for (const { metadata } of answer.items ?? []) {
    // The fields that a manager wrote in another version are nobody's here after the next write.
    if (metadata.name === "b") delete metadata.managedFields;
  }
  return answer;
}

/** All that there is in the end, in an order that both have. */
async function left(client: Client): Promise<AnyObject[]> {
  const kinds = [Bucket, Event, Secret, CustomResourceDefinition];
  const lists = await Promise.all(kinds.map((kind) => client.list(kind)));
  return lists.flatMap(({ items }) => items as AnyObject[]).map((object) => {
    // Keys are new ones each time.
    const { data, ...rest } = object;
    return data === undefined ? object : { ...rest, data: Object.keys(data).sort() };
  });
}
