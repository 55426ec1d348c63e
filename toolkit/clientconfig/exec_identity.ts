/**
 * Identities that a program prints: credential plugins, which get an ExecCredential in their
 * environment and answer with another on their standard output.
 *
 * @module
 */

import type { Cluster, ExecConfig } from "../api/config/clientconfig_v1.ts";
import type { Clock } from "../clock.ts";
import { DIALECTS, NAMES, type Names } from "../names.ts";
import { quoteText } from "../values/quote.ts";
import { msOfTime, parseTime, TimeError } from "../values/time.ts";
import { checkedToken, type Identity, type IdentitySource } from "./credentials.ts";
import { ClientConfigError, parseYaml } from "./document.ts";
import { pairOf } from "./file_identity.ts";
import type { Environment } from "./load.ts";
import type { PluginCommand, PluginRunner } from "./plugin.ts";
import { SharedTask } from "./shared_task.ts";

/** What a credential plugin needs. */
export interface ExecIdentityOptions {
  clock: Clock;
  /** What plugins inherit. */
  environment: Environment;
  /** Whether a plugin may ask somebody at the terminal. */
  interactive: boolean;
  runPlugin: PluginRunner;
  /** How long a plugin that asks nobody may take. */
  pluginTimeoutMs: number;
}

const VERSIONS = ["v1", "v1beta1"];
const KIND = "ExecCredential";
const MODES = ["Never", "IfAvailable", "Always"];

/** The identity that a plugin gives, kept until it ends or is refused. */
export function execIdentity(
  config: ExecConfig,
  cluster: Cluster,
  userName: string,
  options: ExecIdentityOptions,
): IdentitySource {
  const names = checkConfig(config, userName);
  const { clock } = options;
  let current: { identity: Identity; madeAt: number; endsAt: number } | undefined;
  const task = new SharedTask(async (signal) => {
    const startedAt = clock.now();
    const interactive = isInteractive(config, options.interactive);
    const command = commandOf(config, cluster, names, interactive, options.environment);
    const output = await runInTime(command, signal, options);
    const { identity, endsAt } = await readCredential(output, config.apiVersion ?? "");
    current = { identity, madeAt: startedAt, endsAt };
    return identity;
  });
  return {
    identity(signal) {
      if (current !== undefined && clock.now() < current.endsAt) {
        return Promise.resolve(current.identity);
      }
      return task.run(signal);
    },
    refused(sentAt) {
      if (current !== undefined && current.madeAt < sentAt) current = undefined;
    },
  };
}

/** Who asks somebody may take the time it takes; the caller can abort. */
async function runInTime(
  command: PluginCommand,
  signal: AbortSignal,
  options: ExecIdentityOptions,
): Promise<string> {
  if (command.interactive) return await options.runPlugin(command, signal);
  const { clock, pluginTimeoutMs } = options;
  const late = new AbortController();
  const timer = clock.after(pluginTimeoutMs, () => {
    const message = `the credential plugin ${command.command} took more than ${pluginTimeoutMs} ms`;
    late.abort(new ClientConfigError(message));
  });
  try {
    return await options.runPlugin(command, AbortSignal.any([signal, late.signal]));
  } finally {
    timer.cancel();
  }
}

/** Returns the identifiers of the dialect that the plugin speaks. */
function checkConfig(config: ExecConfig, userName: string): Names {
  const of = `of the exec plugin of the user ${quoteText(userName)}`;
  const dialect = DIALECTS.find((each) =>
    VERSIONS.some((version) =>
      config.apiVersion === `${NAMES[each].groupExecCredential}/${version}`
    )
  );
  const problems: string[] = [];
  if (dialect === undefined) {
    problems.push(`the apiVersion ${quoteText(config.apiVersion ?? "")} ${of} is unknown`);
  }
  if (!config.command) problems.push(`the command ${of} is missing`);
  if (config.env?.some((one) => !one.name)) problems.push(`a variable's name ${of} is missing`);
  // The first version let it be absent.
  const mode = config.interactiveMode ?? (isBeta(config) ? "IfAvailable" : "");
  if (!MODES.includes(mode)) {
    problems.push(`the interactiveMode ${quoteText(mode)} ${of} is none of ${MODES.join(", ")}`);
  }
  if (dialect === undefined || problems.length > 0) {
    throw new ClientConfigError(`invalid client config: ${problems.join("; ")}`);
  }
  return NAMES[dialect];
}

function isBeta(config: ExecConfig): boolean {
  return config.apiVersion?.endsWith("/v1beta1") ?? false;
}

function isInteractive(config: ExecConfig, available: boolean): boolean {
  if (config.interactiveMode === "Always" && !available) {
    throw new ClientConfigError(
      `the credential plugin ${config.command} needs a terminal to ask for input (interactiveMode: Always), ` +
        "and standard input is not a terminal",
    );
  }
  return config.interactiveMode !== "Never" && available;
}

function commandOf(
  config: ExecConfig,
  cluster: Cluster,
  names: Names,
  interactive: boolean,
  environment: Environment,
): PluginCommand {
  const info = {
    kind: KIND,
    apiVersion: config.apiVersion,
    spec: {
      ...(config.provideClusterInfo && { cluster: clusterInfo(cluster, names) }),
      interactive,
    },
  };
  const own = (config.env ?? []).map(({ name, value }) => [name, value]);
  return {
    command: config.command,
    args: config.args ?? [],
    environment: {
      ...environment,
      ...Object.fromEntries(own),
      [names.environmentExecInfo]: JSON.stringify(info),
    },
    interactive,
    ...(config.installHint && { installHint: config.installHint }),
  };
}

/** What a plugin is told of the server. The certificate authority is in it, never in a file. */
function clusterInfo(cluster: Cluster, names: Names): Record<string, unknown> {
  const extension = cluster.extensions
    ?.find((one) => one.name === `${names.groupExecCredential}/exec`)?.extension;
  const { extensions: _, "certificate-authority": __, ...rest } = cluster;
  return { ...rest, config: extension ?? null };
}

async function readCredential(
  output: string,
  apiVersion: string,
): Promise<{ identity: Identity; endsAt: number }> {
  const wrong = (what: string) => new ClientConfigError(`the credential plugin's output ${what}`);
  const credential = record(readOutput(output));
  if (credential?.kind !== KIND || credential.apiVersion !== apiVersion) {
    throw wrong(`is not an ${KIND} of ${apiVersion}`);
  }
  const status = record(credential.status);
  if (status === undefined) throw wrong("has no status");
  const { token, clientCertificateData: certificate, clientKeyData: key } = status;
  if (!isAbsentOrText(token) || !isAbsentOrText(certificate) || !isAbsentOrText(key)) {
    throw wrong("has credentials that are not strings");
  }
  if (!token && !certificate && !key) throw wrong("has neither a token nor a certificate");
  if (!certificate !== !key) throw wrong("has only one of certificate and key");
  return {
    identity: {
      ...(token && { token: checkedToken(token, "the credential plugin's token") }),
      ...(certificate && key && await shownPair(certificate, key)),
    },
    endsAt: endOf(status.expirationTimestamp),
  };
}

async function shownPair(certificate: string, key: string): Promise<Identity> {
  try {
    return await pairOf({ certificate: { pem: certificate }, key: { pem: key } });
  } catch (error) {
    throw new ClientConfigError(`the credential plugin's output: ${(error as Error).message}`);
  }
}

/** Errors say nothing of the output: it is a credential, or was to be one. */
function readOutput(output: string): unknown {
  try {
    return parseYaml(output);
  } catch {
    throw new ClientConfigError("the credential plugin's output is not JSON");
  }
}

function endOf(timestamp: unknown): number {
  if (timestamp === undefined || timestamp === null) return Infinity;
  try {
    return msOfTime(parseTime(String(timestamp)));
  } catch (error) {
    if (!(error instanceof TimeError)) throw error;
    throw new ClientConfigError(`the credential plugin's expirationTimestamp: ${error.message}`);
  }
}

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : undefined;
}

function isAbsentOrText(value: unknown): value is string | undefined | null {
  return value === undefined || value === null || typeof value === "string";
}
