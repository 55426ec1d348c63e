/**
 * Runs an operator on what `orch up` starts: its own manifests, its program beside it, with its own account, which may do
 * what its roles say and no more.
 *
 * @module
 */

import { eventually } from "../../../testing/eventually.ts";
import { freePort } from "../../../testing/free_port.ts";
import { downloadModule } from "../../../testing/go_module.ts";
import { moduleProgram, publishedProgram } from "../../../testing/go_program.ts";
import { makeCertificate } from "../../../toolkit/certificates/mod.ts";
import { decodeYaml } from "../../../toolkit/codec/mod.ts";
import { isObject } from "../../../toolkit/values/json.ts";
import { Launched, run } from "../../envtest/launched.ts";
import { Place } from "../../up/place.ts";
import type { Kubectl, Operator } from "./operator.ts";

/** Runs it, and what its users do. Throws where that fails, or the operator ends. */
export async function runOperator(operator: Operator): Promise<void> {
  const { module, path, namespace, account } = operator;
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir({ prefix: "orch-operator-" });
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const program = operator.isRequired
    ? await publishedProgram(...packageOf(module, path))
    : await moduleProgram(module, path);
  const { Dir } = await downloadModule(module, folder);
  const place = stack.use(new Place());
  stack.use(await place.ready("--nodes=3"));
  const kubectl = kubectlOf(`${place.state}/config/admin.yaml`, folder);

  const port = freePort();
  const { certificate, key } = await makeCertificate({
    commonName: "127.0.0.1",
    hosts: ["127.0.0.1"],
    now: new Date(),
  });
  await Deno.writeTextFile(`${folder}/tls.crt`, certificate);
  await Deno.writeTextFile(`${folder}/tls.key`, key);
  if (namespace !== "default") await kubectl(`create namespace ${namespace}`);
  const view = JSON.parse(await kubectl("config view --raw -o json"));
  const there = `${folder}/there`;
  view.contexts[0].context.namespace = namespace;
  await Deno.writeTextFile(there, JSON.stringify(view));
  const manifests = await operator.manifests(kubectl, Dir);
  // What names no namespace is in the operator's.
  await kubectlOf(there, folder)(
    "apply --server-side -f -",
    reachedAt(manifests, `https://127.0.0.1:${port}`, btoa(certificate)),
  );

  const own = `${folder}/config`;
  const token = (await kubectl(`create token ${account} -n ${namespace}`)).trim();
  view.users[0].user = { token };
  delete view.contexts[0].context.namespace;
  await Deno.writeTextFile(own, JSON.stringify(view));
  const running = stack.use(
    new Launched("env", [
      `KUBECONFIG=${own}`,
      program,
      ...await operator.flags(own, folder, port),
    ]),
  );
  const used = (async () => {
    if (manifests.includes("kind: ValidatingWebhookConfiguration")) await accepts(port);
    await operator.use(kubectl);
  })();
  const gone = running.gone().then(() => {
    throw new Error(`the operator has ended:\n${running.log.slice(-4000)}`);
  });
  await Promise.race([used, gone]);
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

/** The package of a program, and its version. */
function packageOf(module: string, path: string): [string, string] {
  const [name, version] = module.split("@") as [string, string];
  return [`${name}/${path.replace(/^\.\//, "")}`, version];
}

/**
 * Manifests with webhooks that are reached at a URL instead of at a service: there is no network of services. What could
 * only be reached by it is left out.
 */
function reachedAt(manifests: string, url: string, caBundle: string): object {
  const reached = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reached);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => {
        if (name !== "clientConfig" || !isObject(part)) return [name, reached(part)];
        const { path = "" } = (part.service ?? {}) as { path?: string };
        return [name, { url: url + path, caBundle }];
      }),
    );
  };
  const objects = decodeYaml(manifests).filter(isObject).filter(({ kind }) =>
    kind !== "APIService"
  );
  return { apiVersion: "v1", kind: "List", items: objects.map(reached) };
}

/** Waits until somebody listens. */
async function accepts(port: number): Promise<void> {
  await eventually("the webhooks are there", async () => {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      return true;
    } catch (error) {
      if (error instanceof Deno.errors.ConnectionRefused) return false;
      throw error;
    }
  });
}
