/**
 * Which client config files there are, and what several of them make together.
 *
 * @module
 */

import { delimiter, dirname, isAbsolute, join, resolve, sep } from "node:path";
import type { AuthInfo, Cluster } from "../api/config/clientconfig_v1.ts";
import { type Dialect, DIALECTS, NAMES } from "../names.ts";
import {
  CLIENT_CONFIG_LIMIT_CHARS,
  type ClientConfig,
  ClientConfigError,
  emptyClientConfig,
  parseClientConfig,
  printClientConfig,
} from "./document.ts";
import { readText, writePrivately } from "./file.ts";

/** Environment variables, as `Deno.env.toObject()` gives them. */
export type Environment = Readonly<Record<string, string>>;

/**
 * The files to read, first ones first: those of the dialect's variable, else those of the other
 * dialect's, else the ones in the home folder.
 */
export function clientConfigPaths(environment: Environment, dialect: Dialect): string[] {
  const dialects = [dialect, ...DIALECTS.filter((other) => other !== dialect)];
  for (const each of dialects) {
    const list = environment[NAMES[each].environmentClientConfig];
    if (list) return [...new Set(list.split(delimiter).filter((path) => path !== ""))];
  }
  const home = environment.HOME ?? environment.USERPROFILE;
  return home ? dialects.map((each) => join(home, NAMES[each].clientConfigFolder, "config")) : [];
}

/** How configs are loaded. */
export interface LoadOptions {
  /**
   * Makes paths inside a file absolute: they are relative to its folder. Default true; false for
   * who writes the file again.
   */
  resolvePaths?: boolean;
}

/** Reads one file, which must be there; throws {@link ClientConfigError}. */
export async function loadClientConfig(
  path: string,
  options: LoadOptions = {},
): Promise<ClientConfig> {
  const config = await loadIfPresent(path, options);
  if (config === undefined) {
    throw new ClientConfigError(`the client config file ${path} does not exist`);
  }
  return config;
}

/**
 * Reads several files into one config. Files that are not there are passed over. Of clusters, users
 * and contexts of one name, and of everything else, the first file that has it decides. Throws
 * {@link ClientConfigError} with all that is wrong.
 */
export async function loadClientConfigs(
  paths: readonly string[],
  options: LoadOptions = {},
): Promise<ClientConfig> {
  const loaded = await Promise.allSettled(paths.map((path) => loadIfPresent(path, options)));
  const failures = loaded.flatMap((each) => each.status === "rejected" ? [each.reason] : []);
  const unexpected = failures.find((failure) => !(failure instanceof ClientConfigError));
  if (unexpected !== undefined) throw unexpected;
  if (failures.length > 0) {
    throw new ClientConfigError(failures.map((failure) => failure.message).join("; "));
  }
  return mergeClientConfigs(
    loaded.flatMap((each) => each.status === "fulfilled" && each.value ? [each.value] : []),
  );
}

async function loadIfPresent(
  path: string,
  options: LoadOptions,
): Promise<ClientConfig | undefined> {
  let text: string;
  try {
    text = await readText(path, CLIENT_CONFIG_LIMIT_CHARS);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw new ClientConfigError(
      `can't read the client config file ${path}: ${(error as Error).message}`,
    );
  }
  const config = parseClientConfig(text, path);
  return options.resolvePaths === false
    ? config
    : withAbsolutePaths(config, dirname(resolve(path)));
}

/** Writes a client config that only its owner may read, in one step. */
export async function writeClientConfig(path: string, config: ClientConfig): Promise<void> {
  await writePrivately(path, printClientConfig(config));
}

/** One config out of several, of which the first that has something decides. */
export function mergeClientConfigs(configs: readonly ClientConfig[]): ClientConfig {
  const merged = emptyClientConfig();
  for (const config of configs) {
    merged.clusters = firstOfEachName(merged.clusters, config.clusters);
    merged.users = firstOfEachName(merged.users, config.users);
    merged.contexts = firstOfEachName(merged.contexts, config.contexts);
    merged["current-context"] ||= config["current-context"];
    if (config.preferences) merged.preferences = { ...config.preferences, ...merged.preferences };
    if (config.extensions) {
      merged.extensions = firstOfEachName(merged.extensions ?? [], config.extensions);
    }
  }
  return merged;
}

function firstOfEachName<T extends { name: string }>(
  first: readonly T[],
  second: readonly T[],
): T[] {
  const names = new Set(first.map((item) => item.name));
  return [...first, ...second.filter((item) => !names.has(item.name))];
}

/** The config with the paths in it made absolute, as seen from `folder`. */
function withAbsolutePaths(config: ClientConfig, folder: string): ClientConfig {
  const absolute = (path: string) => isAbsolute(path) ? path : join(folder, path);
  return {
    ...config,
    clusters: config.clusters.map(({ name, cluster }) => ({
      name,
      cluster: mapFields(cluster, ["certificate-authority"], absolute),
    })),
    users: config.users.map(({ name, user }) => ({
      name,
      user: userWithAbsolutePaths(user, absolute),
    })),
  };
}

function userWithAbsolutePaths(user: AuthInfo, absolute: (path: string) => string): AuthInfo {
  const changed = mapFields(user, ["client-certificate", "client-key", "tokenFile"], absolute);
  const command = changed.exec?.command;
  // A bare name is looked for in PATH.
  if (!changed.exec || !command?.includes(sep)) return changed;
  return { ...changed, exec: { ...changed.exec, command: absolute(command) } };
}

function mapFields<T extends AuthInfo | Cluster>(
  object: T,
  fields: readonly (keyof T & string)[],
  change: (value: string) => string,
): T {
  const changed = { ...object };
  for (const field of fields) {
    const value = changed[field];
    if (typeof value === "string" && value !== "") changed[field] = change(value) as typeof value;
  }
  return changed;
}
