/**
 * The command line of an operator.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { keepTrying } from "../backoff.ts";
import type { ClientOptions } from "../client/client.ts";
import { createClient } from "../client/create_client.ts";
import { findSettings } from "../client/find_settings.ts";
import { ClientConfigError } from "../clientconfig/mod.ts";
import { systemClock } from "../clock.ts";
import { StatusError } from "../errors/mod.ts";
import { encodeYaml } from "../codec/yaml.ts";
import type { Logger } from "../logger.ts";
import { Registry } from "../metrics/mod.ts";
import { type Dialect, DIALECTS, parseDialect } from "../names.ts";
import { checkDns1123Label } from "../validation/dns.ts";
import type { WebhookServerOptions } from "../webhook/mod.ts";
import { definitionsOf, manifestsOf, rolesOf } from "./manifests.ts";
import type { DefinedOperator } from "./operator.ts";
import { servesWebhooks } from "./resources.ts";
import { stderrLogger } from "./stderr_logger.ts";

const FLAGS = {
  config: { type: "string" },
  kubeconfig: { type: "string" },
  context: { type: "string" },
  namespace: { type: "string", short: "n" },
  install: { type: "boolean" },
  "leader-elect": { type: "boolean" },
  listen: { type: "string" },
  "webhook-url": { type: "string" },
  "webhook-port": { type: "string" },
  image: { type: "string" },
  dialect: { type: "string" },
  verbosity: { type: "string", short: "v" },
  help: { type: "boolean", short: "h" },
} as const;

const help = (name: string) =>
  `${name}: an operator.

Usage: ${name} [COMMAND] [FLAGS]

Commands:
  run         work until SIGTERM or SIGINT (the default)
  crds        print the definitions of its resources
  rbac        print its account and the roles that it needs
  manifests   print all that has to be in a cluster: definitions, namespace, account, roles and,
              with --image, a deployment
  release     take its finalizers off all objects, before it is uninstalled

Flags:
      --config FILE       run, release: the client config, or a server's address; default: that of
                          the environment, else the pod's account
      --kubeconfig FILE   the same
      --context NAME      run, release: the context of the client config
  -n, --namespace NAME    all but release: where the operator itself is; default: the config's, in what
                          is printed its name
      --install           run: apply the definitions of its resources first
      --leader-elect      run: work only while this process leads
      --listen HOST:PORT  run: where to answer /livez, /readyz, /metrics and /why
      --webhook-url URL   run: where servers reach the webhooks; default: here if the server is on this
                          machine, else by a service named after it
      --webhook-port PORT run: where webhooks listen; default 9443
      --image IMAGE       manifests: the image of the deployment
      --dialect DIALECT   what is printed is for a server that speaks this: ${
    DIALECTS.join(" or ")
  };
                          default kubernetes
  -v, --verbosity N       run: how much is logged
  -h, --help              this text

Exit codes: 0, also when it was told to end; 1 for a failure; 2 for a command line that makes no sense;
141 where the output's reader has gone.
`;

type FlagName = keyof typeof FLAGS;

const CLIENT = ["config", "kubeconfig", "context"] as const;

/** The flags that each command goes by: others would be given in vain. */
const FLAGS_OF: Readonly<Record<string, readonly FlagName[]>> = {
  run: [
    ...CLIENT,
    "namespace",
    "install",
    "leader-elect",
    "listen",
    "webhook-url",
    "webhook-port",
    "verbosity",
  ],
  crds: ["namespace", "dialect"],
  rbac: ["namespace", "dialect"],
  manifests: ["namespace", "dialect", "image"],
  release: CLIENT,
};

/** For a server that is not there yet. */
const WAITS = { firstMs: 1000, mostMs: 30_000 };

/** As a shell reports a program that a closed pipe has ended. */
const EXIT_PIPE_CLOSED = 128 + 13;

/** A command line that makes no sense. */
class UsageError extends Error {}

/** Whoever read the output has seen enough. */
class PipeClosed extends Error {}

/** Runs an operator's command line, by default the process's; settles with the exit code. */
export async function operatorMain(
  operator: DefinedOperator,
  args: readonly string[] = Deno.args,
  print: (text: string) => void = printOut,
): Promise<number> {
  try {
    return await command(operator, args, print);
  } catch (error) {
    if (error instanceof PipeClosed) return EXIT_PIPE_CLOSED;
    const isUsage = error instanceof UsageError ||
      (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
    const hint = isUsage ? `; see ${operator.name} --help` : "";
    console.error(`${operator.name}: ${(error as Error).message}${hint}`);
    return isUsage ? 2 : 1;
  }
}

/** Half a manifest in a file has to be told from a whole one. */
function printOut(text: string): void {
  let bytes = new TextEncoder().encode(`${text}\n`);
  try {
    while (bytes.length > 0) bytes = bytes.subarray(Deno.stdout.writeSync(bytes));
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) throw new PipeClosed();
    throw new Error(`standard output can't be written: ${(error as Error).message}`);
  }
}

async function command(
  operator: DefinedOperator,
  args: readonly string[],
  print: (text: string) => void,
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: FLAGS,
    allowPositionals: true,
  });
  if (values.help) {
    print(help(operator.name));
    return 0;
  }
  const [name = "run", ...more] = positionals;
  if (more.length > 0) throw new UsageError(`unexpected argument ${JSON.stringify(more[0])}`);
  checkFlags(operator, name, values);
  const dialect = dialectOf(values.dialect);
  const { namespace, image } = values;
  switch (name) {
    case "run":
      return await run(operator, values);
    case "crds":
      print(documents(definitionsOf(operator, dialect, namespace ?? operator.name)));
      return 0;
    case "rbac":
      print(documents(rolesOf(operator, dialect, namespace ?? operator.name)));
      return 0;
    case "manifests":
      print(documents(manifestsOf(operator, { dialect, image, namespace })));
      return 0;
    case "release": {
      await using client = await createClient(clientOptions(values));
      await operator.release(client);
      return 0;
    }
    default:
      throw new Error(`the command ${name} has flags and does nothing`);
  }
}

/** Whatever is given has to mean something. */
function checkFlags(operator: DefinedOperator, name: string, values: Values): void {
  if (!Object.hasOwn(FLAGS_OF, name)) {
    throw new UsageError(
      `unknown command ${JSON.stringify(name)}: write ${Object.keys(FLAGS_OF).join(", ")}`,
    );
  }
  for (const flag of Object.keys(values) as FlagName[]) {
    if (FLAGS_OF[name]!.includes(flag)) continue;
    throw new UsageError(`--${flag} is not of the command ${name}`);
  }
  if (values.config !== undefined && values.kubeconfig !== undefined) {
    throw new UsageError("--config and --kubeconfig are one: write one of them");
  }
  const { namespace = "default" } = values;
  if (checkDns1123Label(namespace).length > 0) {
    throw new UsageError(
      `--namespace is ${
        JSON.stringify(namespace)
      }: write lower-case letters, digits and dashes, 63 at most`,
    );
  }
  const ofWebhooks = (["webhook-url", "webhook-port"] as const).find((flag) =>
    values[flag] !== undefined
  );
  if (ofWebhooks !== undefined && !servesWebhooks(operator)) {
    throw new UsageError(`--${ofWebhooks} is given, and ${operator.name} has no webhooks`);
  }
}

type Values = {
  readonly [K in keyof typeof FLAGS]?:
    | ((typeof FLAGS)[K]["type"] extends "boolean" ? boolean : string)
    | undefined;
};

function clientOptions({ config, kubeconfig, context, namespace }: Values) {
  return { config: config ?? kubeconfig, context, namespace };
}

async function run(operator: DefinedOperator, values: Values): Promise<number> {
  const logger = stderrLogger({ verbosity: verbosityOf(values.verbosity) });
  // Said before anything is waited for.
  const listen = values.listen === undefined ? false : listenAddress(values.listen);
  const served = webhookServer(values);
  const stop = new AbortController();
  const signals: Deno.Signal[] = ["SIGINT", "SIGTERM"];
  const ended = () => stop.abort(new DOMException("told to end", "AbortError"));
  for (const signal of signals) Deno.addSignalListener(signal, ended);
  try {
    const options = { ...clientOptions(values), userAgent: operator.name, logger };
    const dialect = await untilAnswered(options, stop.signal);
    const metrics = new Registry();
    await using client = await createClient({ ...options, dialect, metrics });
    const elected = values["leader-elect"]
      ? {
        ...operator,
        options: { ...operator.options, leaderElection: operator.options.leaderElection || true },
      }
      : operator;
    const { runOperator } = await import("./running_operator.ts");
    const running = await runOperator(elected, {
      client,
      logger,
      metrics,
      // From now on it is told to end by this, also before its caches are filled.
      signal: stop.signal,
      install: values.install,
      webhookServer: await placeWebhooks(operator, served, options),
      listen,
    });
    logger.info("The operator runs", { operator: operator.name });
    await running.done;
    return 0;
  } catch (error) {
    if (stop.signal.aborted) return 0;
    throw error;
  } finally {
    for (const signal of signals) Deno.removeSignalListener(signal, ended);
  }
}

/** Servers of this machine are told of this process, as there is no service in front of it. */
async function placeWebhooks(
  operator: DefinedOperator,
  served: WebhookServerOptions,
  options: ClientOptions & { readonly logger: Logger },
): Promise<WebhookServerOptions> {
  if (!servesWebhooks(operator)) return served;
  const { localWebhooks } = await import("../webhook/webhook_server.ts");
  const { server } = await findSettings(options);
  const placed = localWebhooks(served, server);
  if (placed.url !== served.url) {
    options.logger.info("The server is on this machine: it asks the webhooks there", {
      url: placed.url,
    });
  }
  return placed;
}

/**
 * Waits for the server, and says so. The client that asks is not the operator's, which goes on with its
 * calls when it is told to end; it does not try again by itself, so that each failure is told.
 */
async function untilAnswered(
  options: Pick<ClientOptions, "config" | "context" | "userAgent"> & { readonly logger: Logger },
  signal: AbortSignal,
): Promise<Dialect> {
  const asked = { ...options, retries: 0, signal };
  return await keepTrying(async () => {
    await using client = await createClient(asked);
    return client.dialect;
  }, {
    ...WAITS,
    clock: systemClock,
    signal,
    failed(error, waitMs) {
      signal.throwIfAborted();
      const isRefused = error instanceof StatusError && error.code < 500 && error.code !== 429;
      if (isRefused || error instanceof ClientConfigError) throw error;
      options.logger.warning("The server does not answer yet", { error: String(error), waitMs });
    },
  });
}

function documents(objects: readonly object[]): string {
  return objects.map((object) => encodeYaml(object as never)).join("---\n");
}

function dialectOf(text: string | undefined): Dialect {
  if (text === undefined) return "kubernetes";
  const dialect = parseDialect(text);
  if (dialect !== undefined) return dialect;
  throw new UsageError(`--dialect is ${JSON.stringify(text)}: write ${DIALECTS.join(" or ")}`);
}

function verbosityOf(text = "0"): number {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  throw new UsageError(`--verbosity is ${JSON.stringify(text)}: write a number from 0`);
}

function webhookServer(values: Values): WebhookServerOptions {
  const { "webhook-url": url, "webhook-port": port } = values;
  if (url !== undefined && !/^https:\/\/[^/]+/.test(url)) {
    throw new UsageError(`--webhook-url is ${JSON.stringify(url)}: write https://HOST:PORT`);
  }
  if (port === undefined) return { url };
  if (!/^\d{1,5}$/.test(port) || Number(port) > PORT_LIMIT) {
    throw new UsageError(`--webhook-port is ${JSON.stringify(port)}: write a port, 0 to 65535`);
  }
  return { url, port: Number(port) };
}

const PORT_LIMIT = 65_535;

/** `:8080`, `127.0.0.1:8080`, `[::1]:8080`, `8080`. */
function listenAddress(text: string): { hostname: string | undefined; port: number } {
  const match = /^(?:(?:\[([^\]]+)\]|([^:]*)):)?(\d{1,5})$/.exec(text);
  const port = Number(match?.[3]);
  if (match === null || port > PORT_LIMIT) {
    throw new UsageError(`--listen is ${JSON.stringify(text)}: write HOST:PORT or PORT`);
  }
  return { hostname: match[1] ?? (match[2] || undefined), port };
}
