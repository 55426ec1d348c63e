/** kopf: an operator in Python that creates, updates, deletes, counts, posts events and validates. */
import { freePort } from "../../testing/free_port.ts";
import {
  installPythonClient,
  PYTHON_OPERATOR_PACKAGES,
  pythonWithClient,
} from "../../testing/python.ts";
import { slowTests } from "../../testing/requirements.ts";
import { makeCertificate } from "../../toolkit/certificates/mod.ts";
import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import {
  ConfigMap,
  coreV1,
  createClient,
  type CustomResourceDefinition,
  dynamicKind,
  ValidatingWebhookConfiguration,
} from "../../toolkit/mod.ts";
import { startServer } from "../clients/servers.ts";
import { Launched } from "../envtest/launched.ts";

const OPERATOR = new URL("./kopf_operator.py", import.meta.url).pathname;
const NAME = `an operator of ${PYTHON_OPERATOR_PACKAGES.at(-1)} runs on this server`;
const FINALIZER = "kopf.zalando.org/KopfFinalizerMarker";

const Widget = dynamicKind({
  group: "shop.example",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
});

if (!slowTests()) {
  Deno.test.ignore(`${NAME} [in ./orch test --slow]`, () => {});
} else {
  const problem = await installPythonClient(PYTHON_OPERATOR_PACKAGES);
  const python = pythonWithClient(PYTHON_OPERATOR_PACKAGES);
  if (python !== undefined) Deno.test(NAME, () => runKopf(python));
  else Deno.test.ignore(`${NAME} [needs its packages: ${problem}]`, () => {});
}

async function runKopf(python: string): Promise<void> {
  await using server = await startServer("this server");
  const ended = new AbortController();
  await using client = await createClient({ config: server.kubeconfig });
  await client.applyManifests([DEFINITION]);
  const health = `http://127.0.0.1:${freePort()}/healthz`;
  const home = await Deno.makeTempDir({ prefix: "orch-kopf-" });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => Deno.remove(home, { recursive: true }));
  const { certificate, key } = await makeCertificate({
    commonName: "127.0.0.1",
    hosts: ["127.0.0.1"],
    now: new Date(),
  });
  await Deno.writeTextFile(`${home}/own.crt`, certificate);
  await Deno.writeTextFile(`${home}/own.key`, key);
  const operator = stack.use(
    new Launched(
      "env",
      [
        `HOME=${home}`,
        `KUBECONFIG=${server.kubeconfig}`,
        `CERTIFICATE=${home}/own.crt`,
        `KEY=${home}/own.key`,
        python,
        ...["-m", "kopf", "run", "--all-namespaces", `--liveness=${health}`, OPERATOR],
      ],
    ),
  );
  // Nothing is waited for that an operator would have to do that is gone.
  const watching = operator.gone().then(() => ended.abort(new Error("the operator has ended")));
  stack.defer(async () => {
    await operator[Symbol.asyncDispose]();
    await watching;
  });
  const WAIT = { timeout: "60s", signal: ended.signal } as const;
  try {
    // Its webhook is announced before anything is handled.
    await client.waitFor(
      ValidatingWebhookConfiguration,
      "kopf.shop.example",
      (found) => (found?.webhooks?.length ?? 0) > 0,
      WAIT,
    );
    const { pid } = await (await fetch(health)).json();
    assertEquals(pid, operator.child.pid);

    const widget = { metadata: { name: "a", labels: { ticking: "yes" } }, spec: { color: "red" } };
    await client.create(Widget, widget);
    const made = await client.waitFor(Widget, "a", (one) => one?.status?.color === "red", WAIT);
    assertEquals(made?.status.create, { attempts: 2 });
    assertEquals(made?.metadata.finalizers, [FINALIZER]);
    const child = await client.get(ConfigMap, "a-child");
    assertEquals(child.data, { color: "red" });
    assertEquals(child.metadata.ownerReferences?.map(({ kind, name, uid }) => [kind, name, uid]), [
      ["Widget", "a", made?.metadata.uid],
    ]);

    await client.patch(Widget, "a", { spec: { color: "blue" } });
    const changed = await client.waitFor(Widget, "a", (one) => one?.status?.color === "blue", WAIT);
    assertEquals(changed?.status.before, "red");
    assertEquals((await client.get(ConfigMap, "a-child")).data, { color: "blue" });

    // Past the end of a watch, which the operator has asked for.
    await client.waitFor(Widget, "a", (one) => one?.status?.ticks >= 15, WAIT);

    await client.create(ConfigMap, { metadata: { name: "b", labels: { look: "yes" } } });
    await client.waitFor(ConfigMap, "b", (map) => map?.metadata.annotations?.seen === "yes", WAIT);

    await assertRejects(
      () => client.create(Widget, { metadata: { name: "dull" }, spec: { color: "grey" } }),
      "denied the request: too dull",
    );

    let reasons: (string | undefined)[] = [];
    do {
      const events = await client.list(coreV1.Event, {
        fieldSelector: { "involvedObject.name": "a" },
      });
      reasons = events.items.map(({ reason }) => reason);
      // What it posts goes out behind the rest.
    } while (!reasons.includes("Painted"));

    await client.delete(Widget, "a");
    await client.waitFor(Widget, "a", (one) => one === undefined, WAIT);
    assertEquals(await client.find(ConfigMap, "a-child"), undefined);
  } catch (cause) {
    const message = `${(cause as Error).message}\n${operator.log.slice(-6000)}\n${server.log()}`;
    throw new Error(message, { cause });
  }
  assertEquals(await operator.end("SIGTERM"), 0, operator.log);
  assert(!operator.log.includes("Traceback"), operator.log);
  // It takes with it what it announced.
  assertEquals(
    (await client.get(ValidatingWebhookConfiguration, "kopf.shop.example")).webhooks ?? [],
    [],
  );
}

const DEFINITION = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.shop.example" },
  spec: {
    group: "shop.example",
    scope: "Namespaced",
    names: { plural: "widgets", singular: "widget", kind: "Widget" },
    versions: [{
      name: "v1",
      served: true,
      storage: true,
      subresources: { status: {} },
      schema: {
        openAPIV3Schema: {
          type: "object",
          properties: {
            spec: { type: "object", properties: { color: { type: "string" } } },
            status: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
          },
        },
      },
    }],
  },
} satisfies CustomResourceDefinition;
