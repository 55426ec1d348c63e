/**
 * Where a scenario plays of which the order of what is written is compared: each write as a watch tells of it.
 *
 * @module
 */

import {
  type AnyKind,
  type AnyObject,
  ControllerRevision,
  Deployment,
  EndpointSlice,
  Job,
  Namespace,
  PersistentVolumeClaim,
  Pod,
  ReplicaSet,
  Service,
  StatefulSet,
} from "../../mod.ts";
import { isObject } from "../../toolkit/values/json.ts";
import { WorkloadStage } from "./workload_stage.ts";

const KINDS: readonly AnyKind[] = [
  ControllerRevision,
  Deployment,
  EndpointSlice,
  Job,
  Namespace,
  PersistentVolumeClaim,
  Pod,
  ReplicaSet,
  Service,
  StatefulSet,
];

/** What does not come in so many looks, ten a second, never comes. */
const LOOKS = 300;

/** What changes with every write, or with the time of day. */
const LEFT_OUT =
  /^(metadata\.(uid|resourceVersion|managedFields|generation)|.*(Time|Timestamp|time|timestamp)(\.|$))/;

/** What the reference says of a deployment between two writes of one turn, of which one is made here. */
const MOMENTARY = /NewReplicaSetCreated|Created new replica set/;

const UID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Of random suffixes and hashes. */
const RANDOM = /-[bcdfghjklmnpqrstvwxz2456789]{5,10}\b/g;

/** What one write did to an object: the fields that it changed, with their new values. */
type Change = ReadonlyMap<string, string>;

interface Written {
  readonly version: number;
  readonly key: string;
  readonly change: Change;
}

const MADE = "made";
const GONE = "gone";
const DELETED = "deleted";

/** See the module. */
export class OrderStage extends WorkloadStage {
  readonly #written: Written[] = [];
  readonly #end = new AbortController();
  /** Whether it is of no matter in which order objects come and go. */
  isInAnyOrder = false;
  #watches: readonly Promise<void>[] = [];

  override async open(): Promise<void> {
    await super.open();
    this.#watches = KINDS.map((kind) => this.#watch(kind));
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    await Promise.all(this.#watches);
    await super[Symbol.asyncDispose]();
  }

  /** What came of each object one after the other, and in which order objects came and went. */
  override left(): Promise<unknown> {
    const inOrder = this.#written.toSorted((one, other) => one.version - other.version);
    const byObject = Map.groupBy(inOrder, ({ key }) => key);
    const histories = [...byObject].map(([key, all]) =>
      [nameOf(key), ...stepsOf(key)(all.map(({ change }) => change))].join("\n  ")
    );
    const order = inOrder.flatMap(({ key, change }) =>
      [MADE, DELETED, GONE].flatMap((what) => change.has(what) ? [`${nameOf(key)} ${what}`] : [])
    );
    const seen = [...new Set(order)];
    return Promise.resolve({
      histories: histories.sort(),
      order: this.isInAnyOrder ? seen.sort() : seen,
    });
  }

  /** Waits until something holds. */
  async eventually(what: string, check: () => Promise<boolean>): Promise<void> {
    for (let looks = 0; !await check(); looks++) {
      if (looks === LOOKS) throw new Error(`${this.side}: ${what} never came to be`);
      await this.pass(0.1);
    }
  }

  async #watch(kind: AnyKind): Promise<void> {
    const last = new Map<string, AnyObject>();
    const { signal } = this.#end;
    try {
      for await (const { type, object } of this.#events(kind, signal)) {
        const { name, resourceVersion } = object.metadata!;
        const key = `${kind.kind} ${name}`;
        const before = last.get(key);
        last.set(key, object);
        if (type === "DELETED") last.delete(key);
        const change: Change = type === "DELETED"
          ? new Map([[GONE, ""]])
          : before === undefined
          ? new Map([[MADE, ""]])
          : changed(before, object);
        if (change.size > 0) {
          this.#written.push({ version: Number(resourceVersion), key, change });
        }
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** What the server tells, with the version of each deletion. */
  async *#events({ group, version, plural, namespaced }: AnyKind, signal: AbortSignal) {
    const base = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
    const path = namespaced
      ? `${base}/namespaces/${this.namespace}/${plural}`
      : `${base}/${plural}`;
    const own = namespaced ? "" : `&fieldSelector=metadata.name%3D${this.namespace}`;
    const { body } = await this.client.fetch(`${path}?watch=true${own}`, {
      headers: { accept: "application/json" },
      signal,
    });
    const lines = body!.pipeThrough(new TextDecoderStream());
    let rest = "";
    for await (const text of lines) {
      const parts = (rest + text).split("\n");
      rest = parts.pop() ?? "";
      for (const part of parts) {
        yield JSON.parse(part) as { readonly type: string; readonly object: AnyObject };
      }
    }
  }
}

function nameOf(key: string): string {
  return key.replaceAll(RANDOM, "-random");
}

/** The reference writes of a deployment in parts what is one write here: its fields are looked at one by one. */
function stepsOf(key: string): (changes: readonly Change[]) => string[] {
  return key.startsWith(`${Deployment.kind} `) ? byField : byWrite;
}

/** What an object became, write by write; the same again is the same. */
function byWrite(changes: readonly Change[]): string[] {
  return changes.map((change) =>
    [...change].map(([path, value]) => value === "" ? path : `${path}=${value}`).sort().join(", ")
      .replaceAll(UID, "a uid").replaceAll(RANDOM, "-random")
  ).filter((step, at, all) => step !== all[at - 1]);
}

/** What each field of an object became, one value after the other. */
function byField(changes: readonly Change[]): string[] {
  const fields = new Map<string, string[]>();
  for (const change of changes) {
    for (const [path, value] of change) {
      const values = fields.get(path) ?? [];
      if (values.at(-1) !== value) fields.set(path, [...values, value]);
    }
  }
  return [...fields].map(([path, values]) =>
    `${path}: ${values.join(", then ")}`.replaceAll(RANDOM, "-random")
  ).sort();
}

/** The fields that one write has changed. */
function changed(before: AnyObject, after: AnyObject): Change {
  const [one, other] = [leavesOf(before), leavesOf(after)];
  const paths = [...new Set([...one.keys(), ...other.keys()])].filter((path) =>
    one.get(path) !== other.get(path) && !LEFT_OUT.test(path) &&
    !MOMENTARY.test(other.get(path) ?? "")
  );
  const change = new Map(paths.map((path) => [path, other.get(path) ?? "none"]));
  const isDeleted = ({ metadata }: AnyObject) => metadata!.deletionTimestamp !== undefined;
  if (isDeleted(after) && !isDeleted(before)) change.set(DELETED, "");
  return change;
}

function leavesOf(object: AnyObject): Map<string, string> {
  const leaves = new Map<string, string>();
  const walk = (value: unknown, path: string) => {
    if (Array.isArray(value)) {
      for (const [at, one] of value.entries()) {
        walk(one, `${path}[${isObject(one) && "type" in one ? String(one.type) : at}]`);
      }
    } else if (isObject(value)) {
      for (const [name, one] of Object.entries(value)) walk(one, path ? `${path}.${name}` : name);
    } else if (value !== null) leaves.set(path, JSON.stringify(value));
  };
  walk(object, "");
  return leaves;
}
