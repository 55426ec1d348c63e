/**
 * The config map by which extension servers learn whom this server believes, and how it tells them
 * who asks.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { createOrUpdateObject } from "../resource/own_objects.ts";
import type { ServerContext } from "../server_context.ts";
import { objectOf } from "../resource/object_coder.ts";

/** Its name, in either dialect. */
const NAME = "extension-apiserver-authentication";

/** What it says; fields that are undefined are left out. */
export interface AuthenticationSettings {
  /** PEM of the authorities of client certificates. */
  readonly clientAuthorities?: string | undefined;
  /** How identity headers of a proxy are believed; undefined: they are not. */
  readonly requestHeader?: {
    readonly authorities: string;
    readonly allowedNames: readonly string[];
    readonly usernameHeaders: readonly string[];
    readonly uidHeaders: readonly string[];
    readonly groupHeaders: readonly string[];
    readonly extraPrefixes: readonly string[];
  } | undefined;
}

/** Brings the config map into the state that the settings say. */
export async function keepAuthenticationSettings(
  server: ServerContext,
  settings: AuthenticationSettings,
  signal: AbortSignal,
): Promise<void> {
  const data = dataOf(settings);
  const resource = server.source.find("", "v1", "configmaps");
  const { storage } = resource ?? {};
  if (storage === undefined || Object.keys(data).length === 0) return;
  const place = { resource, namespace: NAMES[server.dialect].namespaceSystem, name: NAME };
  const entry = storage.cache.get(storage.key(place.namespace, NAME));
  if (entry !== undefined && says(objectOf(entry), data)) return;
  await createOrUpdateObject(server.client, place, (current) =>
    Promise.resolve({
      ...current ?? { kind: "ConfigMap", apiVersion: "v1", metadata: {} },
      data: { ...current?.data as JsonObject, ...data },
    }), signal);
}

function dataOf({ clientAuthorities, requestHeader }: AuthenticationSettings) {
  return {
    ...(clientAuthorities !== undefined && { "client-ca-file": clientAuthorities }),
    ...(requestHeader !== undefined && {
      "requestheader-allowed-names": JSON.stringify(requestHeader.allowedNames),
      "requestheader-client-ca-file": requestHeader.authorities,
      "requestheader-extra-headers-prefix": JSON.stringify(requestHeader.extraPrefixes),
      "requestheader-group-headers": JSON.stringify(requestHeader.groupHeaders),
      ...(requestHeader.uidHeaders.length > 0 && {
        "requestheader-uid-headers": JSON.stringify(requestHeader.uidHeaders),
      }),
      "requestheader-username-headers": JSON.stringify(requestHeader.usernameHeaders),
    }),
  };
}

function says({ data }: JsonObject, wanted: Readonly<Record<string, string>>): boolean {
  const has = (data ?? {}) as JsonObject;
  return Object.entries(wanted).every(([name, text]) => has[name] === text);
}
