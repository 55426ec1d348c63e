/**
 * The settings of a client that runs in a pod: its service account's.
 *
 * @module
 */

import { join } from "node:path";
import { DIALECTS, NAMES } from "../names.ts";
import { ClientConfigError } from "./document.ts";
import { CREDENTIAL_LIMIT_BYTES, readText } from "./file.ts";
import type { Environment } from "./load.ts";
import { type ClientSettings, type ClientSettingsOptions, settingsOf } from "./settings.ts";

/** What the settings of a pod are made of. */
export interface InClusterOptions extends ClientSettingsOptions {
  /** Tells where the server is. */
  environment: Environment;
  /** Where token, ca.crt and namespace are. Default: where pods have them. */
  tokenFolder?: string;
}

/** True when the environment is that of a pod. */
export function isInCluster(environment: Environment): boolean {
  return serverOf(environment) !== undefined;
}

/** The settings of a client in a pod; throws {@link ClientConfigError} when it is in none. */
export async function inClusterSettings(options: InClusterOptions): Promise<ClientSettings> {
  const found = serverOf(options.environment);
  if (found === undefined) {
    const names = DIALECTS.map((dialect) =>
      `${NAMES[dialect].environmentServiceHost} and ${NAMES[dialect].environmentServicePort}`
    );
    throw new ClientConfigError(
      `not in a cluster: the environment lacks ${names.join(", as well as ")}`,
    );
  }
  const folder = options.tokenFolder ?? found.tokenFolder;
  const namespace = options.overrides?.namespace || await namespaceIn(folder);
  const tokenFile = join(folder, "token");
  const settings = await settingsOf({
    cluster: { server: found.server, "certificate-authority": join(folder, "ca.crt") },
    user: { tokenFile },
    userName: "service account",
    namespace,
  }, options);
  // A pod without a token should hear of it now, not at its first request.
  await settings.credentials.headers();
  return settings;
}

/** The pod's own, unless what was mounted there has none. */
async function namespaceIn(folder: string): Promise<string> {
  try {
    return (await readText(join(folder, "namespace"), CREDENTIAL_LIMIT_BYTES)).trim() || "default";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "default";
    throw new ClientConfigError(`can't read the namespace of the pod: ${(error as Error).message}`);
  }
}

function serverOf(environment: Environment): { server: string; tokenFolder: string } | undefined {
  for (const dialect of DIALECTS) {
    const names = NAMES[dialect];
    const host = environment[names.environmentServiceHost];
    const port = environment[names.environmentServicePort];
    if (!host || !port) continue;
    const server = `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
    return { server, tokenFolder: names.tokenFolder };
  }
  return undefined;
}
