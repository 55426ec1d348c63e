// A stock kubectl against a server that knows discovery, the descriptions, and little more.

import { findProgram } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { NAMES } from "../../toolkit/names.ts";
import { formatApiVersion } from "../../toolkit/schema/mod.ts";
import {
  type HttpRequest,
  type HttpResponse,
  readBody,
  serve,
  type Server,
} from "../../toolkit/serving/mod.ts";
import { type JsonObject, readPatch } from "../patch/mod.ts";
import type { DescribedResource } from "./mod.ts";
import { OpenApi } from "./service.ts";
import { builtin, crontabs } from "./testdata/resources.ts";

const resources = [...builtin("kubernetes"), crontabs];

const api = new OpenApi({
  dialect: "kubernetes",
  info: { title: "API", version: "v1.36.0" },
  resources: () => resources,
  generation: () => 1,
});

function discovery(path: string): JsonObject | undefined {
  const rootOf = ({ group, version }: DescribedResource) =>
    group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  if (path === "/version") return { major: "1", minor: "36", gitVersion: "v1.36.0" };
  if (path === "/api") return { kind: "APIVersions", versions: ["v1"] };
  if (path === "/apis") {
    const groups = Map.groupBy(resources.filter(({ group }) => group !== ""), ({ group }) => group);
    return {
      kind: "APIGroupList",
      apiVersion: "v1",
      groups: [...groups].map(([name, of]) => {
        const versions = [...new Set(of.map(({ version }) => version))].map((version) => ({
          groupVersion: formatApiVersion(name, version),
          version,
        }));
        return { name, versions, preferredVersion: versions[0] };
      }),
    };
  }
  const of = resources.filter((each) => rootOf(each) === path);
  if (of.length === 0) return undefined;
  return {
    kind: "APIResourceList",
    apiVersion: "v1",
    groupVersion: formatApiVersion(of[0]!.group, of[0]!.version),
    resources: of.map(({ resource, kind, namespaced, verbs }) => ({
      name: resource,
      singularName: kind.toLowerCase(),
      kind,
      namespaced,
      verbs,
    })),
  };
}

/** Objects by path, and the writes that came. */
class Cluster implements AsyncDisposable {
  readonly objects = new Map<string, JsonObject>();
  readonly writes: { method: string; path: string; query: string; type: unknown }[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Cluster> {
    const server = await serve(
      { listen: { hostname: "127.0.0.1", port: 0 } },
      (request) => cluster.#handle(request),
    );
    const cluster = new Cluster(server);
    return cluster;
  }

  async kubectl(args: string[], stdin = ""): Promise<{ code: number; out: string; err: string }> {
    const { address } = this.#server;
    assert("port" in address);
    const home = await Deno.makeTempDir();
    try {
      const child = new Deno.Command(findProgram("kubectl")!, {
        args: [`--server=http://127.0.0.1:${address.port}`, `--cache-dir=${home}`, ...args],
        env: { HOME: home, KUBECONFIG: "" },
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode(stdin));
      await writer.close();
      const { code, stdout, stderr } = await child.output();
      return {
        code,
        out: new TextDecoder().decode(stdout),
        err: new TextDecoder().decode(stderr),
      };
    } finally {
      await Deno.remove(home, { recursive: true });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.close(0);
  }

  async #handle(request: HttpRequest): Promise<HttpResponse> {
    const { method, path, query, headers } = request;
    const answer = await api.answer({
      path,
      hash: new URLSearchParams(query).get("hash") ?? undefined,
      accept: headers.accept as string | undefined,
      ifNoneMatch: headers["if-none-match"] as string | undefined,
    });
    if (answer !== undefined) return answer;
    const found = discovery(path) ?? (method === "GET" ? this.objects.get(path) : undefined);
    if (found !== undefined) return json(200, found);
    if (method === "GET") {
      return json(404, { kind: "Status", apiVersion: "v1", status: "Failure", reason: "NotFound" });
    }
    return this.#write(request, await readBody(request, 1 << 20));
  }

  #write({ method, path, query, headers }: HttpRequest, body: Uint8Array): HttpResponse {
    const type = headers["content-type"];
    this.writes.push({ method, path, query, type });
    if (method === "PATCH" && String(type).endsWith("yaml")) {
      const applied = JSON.parse(new TextDecoder().decode(body));
      if (!query.includes("dryRun")) this.objects.set(path, applied);
      return json(200, applied);
    }
    const plural = path.split("/").at(-2);
    const resource = resources.find(({ resource }) => resource === plural);
    if (method === "PATCH") {
      const patch = readPatch({ mediaType: String(type), body, type: resource?.type });
      const patched = patch(this.objects.get(path)!);
      if (!query.includes("dryRun")) this.objects.set(path, patched);
      return json(200, patched);
    }
    const object = JSON.parse(new TextDecoder().decode(body));
    this.objects.set(`${path}/${object.metadata.name}`, object);
    return json(201, object);
  }
}

function json(status: number, value: JsonObject): HttpResponse {
  return {
    status,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(value),
  };
}

function kubectlTest(name: string, run: (cluster: Cluster) => Promise<void>): void {
  Deno.test({
    name: findProgram("kubectl") === undefined ? `${name} [needs kubectl]` : name,
    ignore: findProgram("kubectl") === undefined && Deno.env.get("CI") !== "true",
    fn: async () => {
      await using cluster = await Cluster.start();
      await run(cluster);
    },
  });
}

/** Lines without what `explain` puts around them. */
function lines(text: string): string[] {
  return text.split("\n").map((line) => line.trim().replace(/\s+/g, " "));
}

kubectlTest("kubectl explains fields and their types", async (cluster) => {
  const { code, out, err } = await cluster.kubectl(["explain", "pods.spec.containers"]);
  assertEquals([code, err], [0, ""]);
  const shown = lines(out);
  for (
    const line of [
      "KIND: Pod",
      "FIELD: containers <[]Container>",
      "name <string> -required-",
      "ports <[]ContainerPort>",
      "resources <ResourceRequirements>",
      "enum: Always, IfNotPresent, Never",
    ]
  ) assert(shown.includes(line), `${line} is not in\n${out}`);
});

/** What is described, and what begins its description. */
const DESCRIBED: Readonly<Record<string, string>> = {
  "pods.spec.restartPolicy": "When containers that ended are started again: Always",
  "pods.spec.containers.livenessProbe": "Periodically checks whether the container is alive",
  "deployments.spec": "The desired state: users set it, controllers act on it.",
  "jobs.kind": "The kind of the object, in CamelCase.",
  "jobs.metadata": "Standard object's metadata: its name, namespace",
  "crontabs": "APIVersion defines the form that the object has",
  "crontabs.metadata": "Standard object's metadata: its name, namespace",
  "crontabs.metadata.creationTimestamp": "CreationTimestamp is a timestamp",
};

kubectlTest("kubectl explains what fields are for, in both forms", async (cluster) => {
  for (const output of ["plaintext", "plaintext-openapiv2"]) {
    for (const [path, expected] of Object.entries(DESCRIBED)) {
      const { code, out, err } = await cluster.kubectl(["explain", path, `--output=${output}`]);
      assertEquals([code, err], [0, ""], path);
      // It breaks lines as it likes.
      const text = lines(out).join(" ");
      assert(text.includes(expected), `"${expected}" is not in\n${out}`);
      assert(!text.includes("<empty>"), out);
    }
  }
  const { out } = await cluster.kubectl(["explain", "deployments.spec"]);
  const text = lines(out).join(" ");
  for (
    const said of [
      "The number of pods, their template, and how they are replaced.",
      "How many pods there should be: 0 or more.",
    ]
  ) {
    assert(text.includes(said), `"${said}" is not in\n${out}`);
  }
});

/** What is said of some fields of a deployment. The older form has its own words for types. */
const RECURSIVE: Readonly<Record<string, readonly string[]>> = {
  "plaintext": [
    "template <PodTemplateSpec> -required-",
    "containers <[]Container> -required-",
    "containerPort <integer> -required-",
    "limits <map[string]Quantity>",
    "maxSurge <IntOrString>",
    "fieldsV1 <FieldsV1>",
  ],
  "plaintext-openapiv2": [
    "template <Object>",
    "containers <[]Object>",
    "containerPort <integer>",
    "limits <map[string]string>",
    "maxSurge <string>",
    "fieldsV1 <map[string]>",
  ],
};

kubectlTest("kubectl explains recursively, in both forms", async (cluster) => {
  for (const [output, expected] of Object.entries(RECURSIVE)) {
    const args = ["explain", "deployments", "--recursive", `--output=${output}`];
    const { code, out, err } = await cluster.kubectl(args);
    assertEquals([code, err], [0, ""], output);
    const shown = lines(out);
    for (const line of expected) assert(shown.includes(line), `${line} is not in ${output}`);
  }
});

kubectlTest("kubectl explains every resource", async (cluster) => {
  // One process after the other: each takes a good part of a second.
  for (
    const { resource, group, version } of [
      ...resources.filter(({ group }, index) => index % 10 === 0 || group.startsWith("api")),
      crontabs,
    ]
  ) {
    const apiVersion = formatApiVersion(group, version);
    const args = ["explain", resource, `--api-version=${apiVersion}`];
    const { code, err } = await cluster.kubectl(args);
    assertEquals([code, err], [0, ""], `${resource} of ${apiVersion}`);
  }
});

const deployment = (replicas: number, more = "") =>
  `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: web, image: "nginx:${replicas}", ports: [{containerPort: 80}]}
${more}`;
const DEPLOYMENT = "/apis/apps/v1/namespaces/default/deployments/web";

kubectlTest("kubectl applies, and merges by key", async (cluster) => {
  const sidecar = "      - {name: sidecar, image: busybox}\n";
  for (const text of [deployment(1, sidecar), deployment(2)]) {
    const { code, err } = await cluster.kubectl(["apply", "-f", "-"], text);
    assertEquals([code, err], [0, ""]);
  }
  const [first, second] = cluster.writes;
  assertEquals([first?.method, first?.query.includes("fieldValidation=Strict")], ["POST", true]);
  assertEquals([second?.method, second?.path, second?.type], [
    "PATCH",
    DEPLOYMENT,
    "application/strategic-merge-patch+json",
  ]);
  const spec = cluster.objects.get(DEPLOYMENT)!.spec as JsonObject;
  assertEquals(spec.replicas, 2);
  assertEquals((spec.template as JsonObject).spec as JsonObject, {
    containers: [{ name: "web", image: "nginx:2", ports: [{ containerPort: 80 }] }],
  });
});

kubectlTest("kubectl applies on the server, and shows differences", async (cluster) => {
  const applied = await cluster.kubectl(["apply", "--server-side", "-f", "-"], deployment(1));
  assertEquals([applied.code, applied.err], [0, ""]);
  assertEquals(cluster.writes.at(-1)?.type, "application/apply-patch+yaml");
  const { code, out } = await cluster.kubectl(["diff", "-f", "-"], deployment(3));
  assertEquals(code, 1);
  assert(out.includes("+  replicas: 3") && out.includes("-  replicas: 1"), out);
});

kubectlTest("kubectl leaves validation to the server", async (cluster) => {
  const object = `{"apiVersion": "stable.example.com/v1", "kind": "CronTab",
    "metadata": {"name": "one", "namespace": "default"}, "spec": {"cron": "daily"}}`;
  for (const text of [deployment(1), object]) {
    const { code, err } = await cluster.kubectl(["create", "--validate=strict", "-f", "-"], text);
    assertEquals([code, err], [0, ""]);
    assert(cluster.writes.at(-1)!.query.includes("fieldValidation=Strict"));
  }
  const applied = await cluster.kubectl(["apply", "-f", "-"], object.replace("daily", "weekly"));
  assertEquals(applied.code, 0);
  assertEquals(cluster.writes.at(-1)?.type, "application/merge-patch+json");
  const key = NAMES.kubernetes.annotationLastApplied;
  const { metadata } = [...cluster.objects.values()].at(-1)!;
  assert(JSON.stringify((metadata as JsonObject).annotations).includes(key));
});
