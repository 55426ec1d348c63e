/**
 * Runs an operator on what `orch up` starts: its own manifests, its program beside it, with its own account, which may do
 * what its roles say and no more.
 *
 * @module
 */

import { eventually } from "../../../testing/eventually.ts";
import { freePort } from "../../../testing/free_port.ts";
import { downloadModule } from "../../../testing/go_module.ts";
import { moduleProgram, packageOf, publishedProgram } from "../../../testing/go_program.ts";
import { makeCertificate } from "../../../toolkit/certificates/mod.ts";
import { decodeYaml } from "../../../toolkit/codec/mod.ts";
import { isObject } from "../../../toolkit/values/json.ts";
import { Launched, run } from "../../envtest/launched.ts";
import { Place } from "../../up/place.ts";
import type { Kubectl, Operator, Program } from "./operator.ts";
import { withOwnServices } from "./own_services.ts";

/** Runs it, and what its users do. Throws where that fails, or one of its programs ends. */
export async function runOperator(operator: Operator): Promise<void> {
  const { module, namespace } = operator;
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir({ prefix: "orch-operator-" });
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const programs: Placed[] = [];
  for (const program of operator.programs) {
    const file = await built(module, program.path, operator.isRequired);
    programs.push({ program, file, port: freePort() });
  }
  const { Dir } = await downloadModule(module, folder);
  const place = stack.use(new Place());
  stack.use(
    await place.ready("--nodes=3", "--apiserver-arg=--enable-aggregator-routing=true"),
  );
  const kubectl = kubectlOf(`${place.state}/config/admin.yaml`, folder);

  const { certificate, key } = await makeCertificate({
    commonName: "127.0.0.1",
    hosts: ["127.0.0.1"],
    now: new Date(),
  });
  await Deno.writeTextFile(`${folder}/tls.crt`, certificate);
  await Deno.writeTextFile(`${folder}/tls.key`, key);
  const view = JSON.parse(await kubectl("config view --raw -o json"));
  const there = `${folder}/there`;
  view.contexts[0].context.namespace = namespace;
  await Deno.writeTextFile(there, JSON.stringify(view));
  const manifests = await operator.manifests(kubectl, Dir);
  const objects = decodeYaml(manifests).filter(isObject);
  const services = servicesOf(programs);
  // What names no namespace is in the operator's.
  await kubectlOf(there, folder)("apply --server-side -f -", {
    apiVersion: "v1",
    kind: "List",
    items: [
      { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
      ...services.size > 0
        ? withOwnServices(objects, services)
        : reachedAt(objects, `https://127.0.0.1:${programs[0]!.port}`, btoa(certificate)),
    ],
  });

  delete view.contexts[0].context.namespace;
  const gone: Promise<never>[] = [];
  for (const { program, file, port } of programs) {
    const own = `${folder}/config.${port}`;
    const token = (await kubectl(`create token ${program.account} -n ${namespace}`)).trim();
    view.users[0].user = { token };
    await Deno.writeTextFile(own, JSON.stringify(view));
    const flags = await program.flags(own, folder, port);
    const running = stack.use(
      new Launched("env", [`KUBECONFIG=${own}`, ...launch(file, flags)]),
    );
    gone.push(
      running.gone().then(() => {
        throw new Error(`${program.path} has ended:\n${running.log.slice(-4000)}`);
      }),
    );
  }
  const used = (async () => {
    if (manifests.includes("kind: ValidatingWebhookConfiguration")) await accepts(programs);
    await operator.use(kubectl);
  })();
  await Promise.race([used, ...gone]);
}

/** A program that is built, and the port for its webhooks. */
interface Placed {
  readonly program: Program;
  readonly file: string;
  readonly port: number;
}

async function built(module: string, path: string, isRequired = false): Promise<string> {
  if (!isRequired) return await moduleProgram(module, path);
  const [name, version] = module.split("@") as [string, string];
  return await publishedProgram(packageOf(name, path), version);
}

/** The ports that services lead to, by the names of the services. */
function servicesOf(programs: readonly Placed[]): Map<string, number> {
  return new Map(
    programs.flatMap(({ program, port }) =>
      (program.services ?? []).map((name) => [name, port] as const)
    ),
  );
}

/** The words that start a program: its variables stand before it. */
function launch(file: string, flags: readonly string[]): string[] {
  const first = flags.findIndex((word) => !/^\w+=/.test(word));
  const end = first < 0 ? flags.length : first;
  return [...flags.slice(0, end), file, ...flags.slice(end)];
}

function kubectlOf(config: string, folder: string): Kubectl {
  return async (args, input) => {
    const file = `${folder}/input.${crypto.randomUUID()}`;
    if (input !== undefined) await Deno.writeTextFile(file, JSON.stringify(input));
    const words = args.split(" ").map((word) => word === "-" ? file : word);
    const { code, out, err } = await run("kubectl", words, { env: { KUBECONFIG: config } });
    if (code !== 0) throw new Error(`kubectl ${args}: ${err}`);
    return out;
  };
}

/**
 * Objects with webhooks that are reached at a URL instead of at a service: there is no network of services. What could
 * only be reached by it is left out.
 */
function reachedAt(objects: readonly object[], url: string, caBundle: string): object[] {
  const reached = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reached);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => {
        // Schemas have properties of this name, too.
        const service = name === "clientConfig" && isObject(part) && part.service;
        if (!isObject(service)) return [name, reached(part)];
        const { path = "" } = service as { path?: string };
        return [name, { url: url + path, caBundle }];
      }),
    );
  };
  return objects.filter((object) => (object as { kind?: unknown }).kind !== "APIService")
    .map((object) => reached(object) as object);
}

/** Waits until somebody listens where webhooks are. */
async function accepts(programs: readonly Placed[]): Promise<void> {
  const serving = programs.filter(({ program }, at) => at === 0 || program.services !== undefined);
  await eventually("the webhooks are there", async () => {
    try {
      for (const { port } of serving) (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      return true;
    } catch (error) {
      if (error instanceof Deno.errors.ConnectionRefused) return false;
      throw error;
    }
  });
}
