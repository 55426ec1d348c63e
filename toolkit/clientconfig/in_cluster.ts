/**
 * The settings of a client that runs in a pod: its service account's.
 *
 * @module
 */

import { join } from "node:path";
import { DIALECTS, NAMES } from "../names.ts";
import { ClientConfigError } from "./document.ts";
import { readCredential } from "./file_identity.ts";
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
  const namespace = (await readCredential(join(folder, "namespace"), "namespace file")).trim();
  const tokenFile = join(folder, "token");
  const settings = await settingsOf({
    cluster: { server: found.server, "certificate-authority": join(folder, "ca.crt") },
    user: { tokenFile },
    userName: "service account",
    namespace: options.overrides?.namespace || namespace || "default",
  }, options);
  // A pod without a token should hear of it now, not at its first request.
  await settings.credentials.headers();
  return settings;
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
