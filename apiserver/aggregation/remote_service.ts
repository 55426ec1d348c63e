/**
 * A version of a group that another server has: an APIService with a service behind it.
 *
 * @module
 */

import type { APIService } from "../../toolkit/api/apiregistration_v1.ts";
import type { Endpoint, ServerTls } from "../../toolkit/transport/mod.ts";
import { bundleOf, type Locate, type ServiceReference } from "../callout/mod.ts";
import type { Priority } from "../discovery/priorities.ts";
import { objectOf } from "../resource/object_coder.ts";
import type { ResourceStorage } from "../resource/resource_storage.ts";
import { type CachedObject, derivedValue } from "../storage/cache/mod.ts";

const DEFAULT_PORT = 443;

/** APIServices of what a server has itself: forks of it share the bytes. */
const local = new WeakSet<Uint8Array>();

/**
 * An APIService that names a service: a group version that an extension server serves. Made from a
 * cache entry by {@link RemoteService.of}, once for each state of the object, and never changed.
 */
export class RemoteService {
  readonly object: APIService;
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly service: ServiceReference;
  readonly revision: number;

  private constructor(object: APIService, service: ServiceReference, revision: number) {
    const { group = "", version = "" } = object.spec ?? {};
    this.object = object;
    this.name = object.metadata?.name ?? "";
    this.group = group;
    this.version = version;
    this.service = service;
    this.revision = revision;
  }

  /** The remote service of an entry; undefined: this server has the version itself. */
  static readonly of = derivedValue((entry: CachedObject): RemoteService | undefined => {
    if (local.has(entry.json)) return undefined;
    const object = objectOf(entry) as unknown as APIService;
    const service = object.spec?.service;
    if (service === undefined || service === null) {
      local.add(entry.json);
      return undefined;
    }
    const { namespace = "", name = "", port = DEFAULT_PORT } = service;
    return new RemoteService(object, { namespace, name, port }, entry.revision);
  });

  get priority(): Priority {
    const { groupPriorityMinimum = 0, versionPriority = 0 } = this.object.spec ?? {};
    return { group: groupPriorityMinimum, version: versionPriority };
  }

  get available(): boolean {
    return this.object.status?.conditions
      ?.find(({ type }) => type === "Available")?.status === "True";
  }

  /** Where it is now, and the way there. Throws CalloutError saying what is missing. */
  endpoint(locate: Locate): Endpoint & { readonly tls: ServerTls } {
    const { caBundle, insecureSkipTLSVerify } = this.object.spec ?? {};
    const { name, namespace } = this.service;
    return {
      ...locate(this.service),
      tls: {
        serverName: `${name}.${namespace}.svc`,
        roots: bundleOf(caBundle),
        insecure: insecureSkipTLSVerify,
      },
    };
  }
}

/** All remote services, as the cache of their objects has them. */
export class RemoteServices {
  readonly #storage: ResourceStorage;
  #byVersion: ReadonlyMap<string, RemoteService> = new Map();
  #seen = -1;

  /** `storage`: of APIServices. */
  constructor(storage: ResourceStorage) {
    this.#storage = storage;
  }

  /** Who has a version of a group; undefined: nobody but perhaps this server. */
  find(group: string, version: string): RemoteService | undefined {
    this.#refresh();
    return this.#byVersion.get(`${group}/${version}`);
  }

  all(): RemoteService[] {
    this.#refresh();
    return [...this.#byVersion.values()];
  }

  #refresh(): void {
    const { cache } = this.#storage;
    if (cache.changedAt === this.#seen) return;
    this.#seen = cache.changedAt;
    const found = cache.entries().flatMap((entry) => RemoteService.of(entry) ?? []);
    this.#byVersion = new Map(found.map((one) => [`${one.group}/${one.version}`, one]));
  }
}
