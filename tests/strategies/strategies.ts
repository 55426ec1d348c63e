/**
 * Writes of objects through our own strategies: as a server does them, without one.
 *
 * @module
 */

import { decodeBody } from "../../apiserver/bodies/body.ts";
import { convertToVersion, type Representation } from "../../apiserver/bodies/representation.ts";
import { openBuiltin } from "../../apiserver/kinds/builtin.ts";
import { Refused } from "../../apiserver/addresses/refused.ts";
import { ServiceAllocator } from "../../apiserver/kinds/core/service/allocate.ts";
import { checkPathName } from "../../apiserver/kinds/validation/path_name.ts";
import { createObject } from "../../apiserver/registry/create.ts";
import { replaceObject } from "../../apiserver/registry/replace.ts";
import type { WriteRequest } from "../../apiserver/registry/write_request.ts";
import { objectOf } from "../../apiserver/resource/object_coder.ts";
import type { ServedResource } from "../../apiserver/resource/served_resource.ts";
import type { Target } from "../../apiserver/resource/target.ts";
import { CacheFeed } from "../../apiserver/storage/cache/mod.ts";
import { MemoryStore, storageEncoding } from "../../apiserver/storage/mod.ts";
import { TESTER } from "../../testing/api_server.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { statusErrorOf } from "../../toolkit/errors/mod.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { NAMES } from "../../toolkit/names.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import { TimeSlice } from "../../toolkit/time_slice.ts";
import type { Outcome } from "./outcome.ts";

/** Where objects are that are in a namespace. */
export const NAMESPACE = "default";
/** Of every object. */
const UID = "00000000-0000-4000-8000-000000000001";

const schema = schemaOf("kubernetes");
const encoder = new TextEncoder();

/** Addresses that are always free; who wants any gets the same one. */
const FREE_ADDRESSES = {
  take: (wanted: readonly { family: string; address: string }[]) =>
    Promise.resolve({
      addresses: wanted.map(({ family, address }) =>
        address || (family === "IPv4" ? "10.0.0.77" : "fd00::77")
      ),
      giveBack: async () => {},
    }),
  release: async () => {},
};

/** Ports of one service, the lowest that is free for whoever wants any. */
class FreePorts {
  readonly #held = new Set<number>();

  /** For another service. */
  begin(): void {
    this.#held.clear();
  }

  hold(port = this.#lowest()): number {
    if (this.#held.has(port)) throw new Refused(String(port), "provided port is already allocated");
    this.#held.add(port);
    return port;
  }

  #lowest(): number {
    let port = LOWEST_PORT;
    while (this.#held.has(port)) port++;
    return port;
  }

  letGo(port: number): void {
    this.#held.delete(port);
  }

  settle(): void {}
  releasing = (port: number): void => this.letGo(port);
  taking(port: number) {
    return { type: "delete", key: `/ports/${port}` };
  }
}

const LOWEST_PORT = 30_100;

/** All kinds that are served by default, their objects in memory. */
export class Strategies implements AsyncDisposable {
  readonly #clock = new FakeClock(Date.parse("2026-01-01T00:00:00Z"));
  readonly #store = new MemoryStore();
  readonly #ports = new FreePorts();
  #feed!: CacheFeed;
  #source!: Awaited<ReturnType<typeof openBuiltin>>;

  static async open(): Promise<Strategies> {
    const opened = new Strategies();
    await opened.#open();
    return opened;
  }

  async #open(): Promise<void> {
    const store = this.#store;
    const feed = await CacheFeed.start({ store, clock: this.#clock, logger: silentLogger });
    this.#feed = feed;
    this.#source = await openBuiltin({
      dialect: "kubernetes",
      encoding: storageEncoding(NAMES.kubernetes.protobufMediaType, schema.kind.bind(schema)),
      storePrefix: "/registry",
      isServed: ({ onByDefault }) => onByDefault,
      storeFor: () => ({ store, feed }),
      windowFor: () => undefined,
    });
  }

  /** Whether a kind is served by default. */
  static serves(group: string, version: string, resource: string): boolean {
    return schema.resources.some((one) =>
      one.group === group && one.version === version && one.resource === resource &&
      one.onByDefault
    );
  }

  find(group: string, version: string, resource: string): ServedResource {
    const found = this.#source.find(group, version, resource);
    if (found === undefined) throw new Error(`${group}/${version} ${resource} is not served`);
    return found;
  }

  /** Makes an object, of none; else replaces `there`, by its name. */
  async write(
    resource: ServedResource,
    there: JsonObject | undefined,
    through: string,
    sent: JsonObject,
  ): Promise<Outcome> {
    return await this.#write(resource, there, through, sent, false);
  }

  /** Makes an object that may break the rules of its kind: one that was there before them. */
  async put(resource: ServedResource, object: JsonObject): Promise<Outcome> {
    const { validate: _, validateInSteps: __, ...rest } = resource.strategy;
    const strategy = { ...rest, checkName: checkPathName };
    const outcome = await this.#write({ ...resource, strategy }, undefined, "", object, false);
    return { ...outcome, warnings: null };
  }

  /** Whether that would be taken. */
  async takes(
    resource: ServedResource,
    there: JsonObject | undefined,
    through: string,
    sent: JsonObject,
  ): Promise<boolean> {
    return (await this.#write(resource, there, through, sent, true)).taken;
  }

  async #write(
    resource: ServedResource,
    there: JsonObject | undefined,
    through: string,
    sent: JsonObject,
    dryRun: boolean,
  ): Promise<Outcome> {
    const warnings: string[] = [];
    if (there === undefined) this.#ports.begin();
    const name = there === undefined ? "" : (there.metadata as { name: string }).name;
    const target = this.#target(resource, name, through);
    const verb = there === undefined ? "create" : "update";
    const request = { ...this.#request(target, verb, warnings), dryRun };
    try {
      const body = encoder.encode(JSON.stringify(sent));
      const expected = { ...resource, findType: schema.kind.bind(schema) };
      const object = decodeBody(body, "application/json", expected, "Ignore", []);
      const made: Representation = there === undefined
        ? await createObject(request, object)
        : (await replaceObject(request, object)).representation;
      return { taken: true, answer: objectOf(convertToVersion(resource, made)), warnings };
    } catch (error) {
      const refused = statusErrorOf(error);
      if (refused === undefined) throw error;
      return { taken: false, answer: { ...refused.status }, warnings };
    }
  }

  /** Takes an object away that was made. */
  async forget(resource: ServedResource, { metadata }: JsonObject): Promise<void> {
    const { name } = metadata as { name: string };
    const { storage, namespace } = this.#target(resource, name, "");
    await storage.waitUntilFresh(new AbortController().signal);
    const entry = storage.cache.get(storage.key(namespace, name));
    if (entry !== undefined) await storage.delete(entry);
    await storage.waitUntilFresh(new AbortController().signal);
  }

  #target(resource: ServedResource, name: string, through: string): Target {
    const { storage, namespaced } = resource;
    if (storage === undefined) throw new Error(`${resource.resource} are not stored`);
    const subresource = through === "" ? undefined : resource.subresources.get(through);
    return { resource, storage, namespace: namespaced ? NAMESPACE : "", name, subresource };
  }

  #request(target: Target, verb: string, warnings: string[]): Omit<WriteRequest, "dryRun"> {
    const { signal } = new AbortController();
    return {
      target,
      tools: {
        clock: this.#clock,
        admission: { mutate: async () => {}, validate: async () => {} },
        ownership: undefined,
        allocators: new Map([["services", this.#services(target)]]),
        uid: () => UID,
        random: () => 0,
      },
      user: TESTER,
      verb,
      fieldManager: "",
      fieldValidation: "Ignore",
      warnings,
      annotations: {},
      authorizeCreation: () => Promise.resolve(),
      signal,
      slice: new TimeSlice(this.#clock, signal),
    };
  }

  #services({ storage }: Target): ServiceAllocator {
    const measures = { portAsked() {} };
    const given = { storage, addresses: FREE_ADDRESSES, ports: this.#ports, measures };
    return new ServiceAllocator({ ...given, families: ["IPv4", "IPv6"] } as never);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#feed.close();
    await this.#store.close();
  }
}
