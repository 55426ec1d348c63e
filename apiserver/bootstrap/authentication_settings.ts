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
import { equalJson } from "../../toolkit/values/json.ts";
import { joinedAuthorities, joinedNames } from "./joined_settings.ts";

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

/** Brings the config map into a state that says the settings too, beside what other servers have said. */
export async function keepAuthenticationSettings(
  server: ServerContext,
  settings: AuthenticationSettings,
  signal: AbortSignal,
): Promise<void> {
  const resource = server.source.find("", "v1", "configmaps");
  const { storage } = resource ?? {};
  const nowMs = server.clock.now();
  const dataWith = (current: JsonObject | undefined) =>
    joined((current?.data ?? {}) as Data, settings, nowMs);
  if (storage === undefined || Object.keys(dataWith(undefined)).length === 0) return;
  const place = { resource, namespace: NAMES[server.dialect].namespaceSystem, name: NAME };
  const entry = storage.cache.get(storage.key(place.namespace, NAME));
  const object = entry && objectOf(entry);
  if (object !== undefined && equalJson(object.data ?? {}, dataWith(object))) return;
  await createOrUpdateObject(server.client, place, (current) =>
    Promise.resolve({
      ...current ?? { kind: "ConfigMap", apiVersion: "v1", metadata: {} },
      data: dataWith(current),
    }), signal);
}

type Data = Readonly<Record<string, string>>;

function joined(
  known: Data,
  { clientAuthorities, requestHeader }: AuthenticationSettings,
  nowMs: number,
): Data {
  const authorities = (name: string, own: string) => ({
    [name]: joinedAuthorities(known[name] ?? "", own, nowMs),
  });
  const names = (name: string, own: readonly string[]) => ({
    [name]: joinedNames(known[name] ?? "", own),
  });
  return {
    ...known,
    ...(clientAuthorities !== undefined && authorities("client-ca-file", clientAuthorities)),
    ...(requestHeader !== undefined && {
      ...names("requestheader-allowed-names", requestHeader.allowedNames),
      ...authorities("requestheader-client-ca-file", requestHeader.authorities),
      ...names("requestheader-extra-headers-prefix", requestHeader.extraPrefixes),
      ...names("requestheader-group-headers", requestHeader.groupHeaders),
      ...(requestHeader.uidHeaders.length > 0 &&
        names("requestheader-uid-headers", requestHeader.uidHeaders)),
      ...names("requestheader-username-headers", requestHeader.usernameHeaders),
    }),
  };
}
