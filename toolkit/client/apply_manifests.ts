/**
 * Manifests, applied.
 *
 * @module
 */

import { Backoff } from "../backoff.ts";
import { sleep } from "../clock.ts";
import { decodeYaml } from "../codec/yaml.ts";
import type { AnyKind, AnyObject, Apply, Kind, Manifests } from "../kinds/mod.ts";
import { CustomResourceDefinition, Namespace } from "../kinds/built_in.ts";
import { groupOfKinds } from "../kinds/group.ts";
import { quoteText } from "../values/quote.ts";
import { isObject, type JsonObject } from "../values/json.ts";
import { CallSignal } from "./call_signal.ts";
import { Discovery } from "./discovery.ts";
import type { ServerClient } from "./server_client.ts";
import type { ApplyOptions } from "./writer.ts";

/** How long a kind may take to be served after its definition was applied. */
const SERVED_WITHIN_MS = 30_000;
const WAITS = { firstMs: 20, mostMs: 1000 };

/** What an object says it is. */
interface Manifest {
  readonly names: Pick<AnyKind, "group" | "version" | "kind">;
  readonly object: JsonObject & { readonly metadata: { readonly name: string } };
}

/** See `Client.applyManifests()`. */
export async function applyManifests(
  client: ServerClient,
  manifests: Manifests,
  options: ApplyOptions = {},
): Promise<void> {
  const given = typeof manifests === "string" ? decodeYaml(manifests) : manifests;
  const all = given.flatMap(objectsIn).map(manifestOf);
  const { clock, sender, dialect } = client.options;
  using call = new CallSignal(options, clock, client.http.ends);
  const { signal } = call;
  const discovery = new Discovery(sender, dialect);
  const first = all.filter(({ names }) => isNeededByOthers(names));
  const others = all.filter(({ names }) => !isNeededByOthers(names));
  for (const { names, object } of [...first, ...others]) {
    const kind = await servedKind(names, object.metadata.name);
    const configuration = object as unknown as Apply<AnyObject>;
    await client.apply(kind, configuration, { ...options, signal, timeout: undefined });
  }

  /** The kind, which may be about to be served. */
  async function servedKind(names: Manifest["names"], name: string): Promise<Kind<AnyObject>> {
    const isDefined = first.some(({ object }) => defines(object, names));
    const backoff = new Backoff(WAITS);
    const until = clock.monotonic() + (isDefined ? SERVED_WITHIN_MS : 0);
    for (;;) {
      const found = await discovery.find(names, signal);
      if (found !== undefined) return found;
      if (clock.monotonic() >= until) {
        throw new Error(
          `${quoteText(name)} can't be applied: the server has no kind ${names.kind} in ` +
            `${names.group === "" ? "the core group" : names.group}, version ${names.version}` +
            (isDefined ? `, ${SERVED_WITHIN_MS / 1000} s after its definition was applied` : ""),
        );
      }
      await sleep(clock, backoff.next(), signal);
    }
  }
}

/** The objects of a document: those in it where it is a list, none where it is empty. */
function objectsIn(document: unknown): unknown[] {
  if (document === null || document === undefined) return [];
  if (!isObject(document) || !Array.isArray(document.items)) return [document];
  return typeof document.kind === "string" && document.kind.endsWith("List")
    ? document.items
    : [document];
}

function manifestOf(object: unknown, index: number): Manifest {
  const place = `the object ${index + 1} of the manifests`;
  if (!isObject(object)) throw new TypeError(`${place} is no object but ${typeof object}`);
  const { apiVersion, kind, metadata } = object;
  if (typeof apiVersion !== "string" || typeof kind !== "string" || !apiVersion || !kind) {
    throw new TypeError(`${place} does not say what it is: write its apiVersion and kind`);
  }
  if (!isObject(metadata) || typeof metadata.name !== "string" || metadata.name === "") {
    throw new TypeError(`${place}, a ${kind}, has no name: write metadata.name`);
  }
  const slash = apiVersion.indexOf("/");
  const group = slash < 0 ? "" : groupOfKinds(apiVersion.slice(0, slash));
  const names = { group, version: apiVersion.slice(slash + 1), kind };
  return { names, object: object as Manifest["object"] };
}

function isNeededByOthers({ group, kind }: Manifest["names"]): boolean {
  return [CustomResourceDefinition, Namespace].some((one) =>
    one.group === group && one.kind === kind
  );
}

/** Whether an object is the definition of a kind. */
function defines({ spec }: JsonObject, { group, kind }: Manifest["names"]): boolean {
  if (!isObject(spec) || !isObject(spec.names)) return false;
  return spec.group === group && spec.names.kind === kind;
}
