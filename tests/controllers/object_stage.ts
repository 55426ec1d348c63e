/**
 * Where a scenario of controllers plays that look after single objects: all that is the scenario's own is
 * compared, with what was told of it.
 *
 * @module
 */

import {
  type AnyKind,
  type AnyObject,
  CertificateSigningRequest,
  type Client,
  ClusterRole,
  ConfigMap,
  coreV1,
  Job,
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodDisruptionBudget,
  ResourceQuota,
  Secret,
  Service,
  ServiceAccount,
  ServiceCIDR,
  ValidatingAdmissionPolicy,
  VolumeAttributesClass,
} from "../../mod.ts";
import { comparable } from "../../testing/reference_comparable.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { certificateInShort } from "./certificate_shape.ts";
import { WorkloadStage } from "./workload_stage.ts";

/** The authorities of each server are its own. */
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/g;

/** Some of them look only every 20 s, at what was missing for 40 s. */
const LIMIT_MS = 180_000;
const LOOK_MS = 250;

/** What these are to be is chance, or not for controllers to say. */
const NO_SPEC = ["Pod", "CertificateSigningRequest", "Service"];

/** Of a pod's budgets the reference tells of any. */
const CHOSEN = /Chose "[^"]+" arbitrarily/g;
/** Which of several pods is looked at first is chance. */
const WITHOUT_CONTROLLER = /found no controllers for pod "p\d+"/g;

const NAMESPACED: readonly AnyKind[] = [
  ServiceAccount,
  Secret,
  ConfigMap,
  Pod,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Job,
  ResourceQuota,
  Service,
];

const GLOBAL: readonly AnyKind[] = [
  Namespace,
  ClusterRole,
  CertificateSigningRequest,
  PersistentVolume,
  Node,
  ServiceCIDR,
  ValidatingAdmissionPolicy,
  VolumeAttributesClass,
];

/** An object that is compared although it lies elsewhere. */
interface Elsewhere {
  readonly kind: AnyKind;
  /** Undefined: it is in none. */
  readonly namespace: string | undefined;
  readonly name: string;
}

/** See the module. */
export class ObjectStage extends WorkloadStage {
  readonly #own: string;
  readonly #namespaces: string[];
  readonly #elsewhere: Elsewhere[] = [];

  constructor(...parts: ConstructorParameters<typeof WorkloadStage>) {
    super(...parts);
    this.#own = parts[2];
    this.#namespaces = [this.#own];
  }

  /** What is in no namespace begins with the scenario's name. */
  nameOf(name: string): string {
    return `${this.#own}-${name}`;
  }

  /** Another namespace of the scenario. */
  async also(name: string): Promise<string> {
    const namespace = this.nameOf(name);
    this.#namespaces.push(namespace);
    await this.client.create(Namespace, { metadata: { name: namespace } });
    return namespace;
  }

  /** Has an object compared that is in a namespace of all, or is named as it is for all. */
  elsewhere(kind: AnyKind, namespace: string | undefined, name: string): void {
    this.#elsewhere.push({ kind, namespace, name });
  }

  /** Makes an object; what is in no namespace is named after the scenario. */
  async make(kind: AnyKind, name: string, more: object = {}, metadata: object = {}) {
    return await this.client.create(kind, {
      metadata: { name: kind.namespaced ? name : this.nameOf(name), ...metadata },
      ...more,
    } as never) as AnyObject;
  }

  /** Says what became of an object. */
  async say(kind: AnyKind, name: string, status: object, subresource = "status"): Promise<void> {
    const own = kind.namespaced ? name : this.nameOf(name);
    await this.client.patch(kind, own, { status } as never, { subresource } as never);
  }

  /** A change to an object. */
  async change(kind: AnyKind, name: string, patch: object): Promise<void> {
    await this.client.patch(kind, kind.namespaced ? name : this.nameOf(name), patch as never);
  }

  async remove(kind: AnyKind, name: string, options: object = {}): Promise<void> {
    await this.client.delete(kind, kind.namespaced ? name : this.nameOf(name), options);
  }

  /** Waits until an object is as it should be, for as long as the slowest controllers rest. */
  async comes(
    kind: AnyKind,
    name: string,
    check: (object: AnyObject | undefined) => boolean,
    namespace = this.#own,
  ): Promise<void> {
    const place = kind.namespaced ? { namespace, name } : this.nameOf(name);
    const end = systemClock.monotonic() + LIMIT_MS;
    for (;;) {
      const found = await this.client.find(kind, place as never) as AnyObject | undefined;
      if (check(found)) return;
      if (systemClock.monotonic() > end) {
        throw new Error(`${this.side}: ${kind.kind} ${name} stays ${JSON.stringify(found)}`);
      }
      await new Promise<void>((resolve) => systemClock.after(LOOK_MS, resolve));
    }
  }

  /** Waits until objects are gone. */
  async gone(kind: AnyKind, ...names: string[]): Promise<void> {
    for (const name of names) await this.comes(kind, name, (one) => one === undefined);
  }

  /** Acts as somebody else. */
  as(user: string, groups: readonly string[] = []): Client {
    return this.client.with({ impersonate: { user, groups } });
  }

  override async left(): Promise<unknown> {
    const { items: told } = await this.client.list(coreV1.Event, { allNamespaces: true });
    const events = told.filter(({ involvedObject: { namespace, name } }) =>
      namespace ? this.#namespaces.includes(namespace) : this.#isOwn(name)
    ).map(({ type, reason, message, source, involvedObject: { kind, name } }) =>
      JSON.stringify([
        type,
        reason,
        message?.replaceAll(CHOSEN, "Chose one arbitrarily")
          .replaceAll(WITHOUT_CONTROLLER, "found no controllers for a pod"),
        source?.component,
        kind,
        name,
      ])
    );
    const inNamespaces = this.#namespaces.flatMap((namespace) =>
      NAMESPACED.map(async (kind) => (await this.client.list(kind, { namespace })).items)
    );
    const inNone = GLOBAL.map(async (kind) =>
      (await this.client.list(kind)).items.filter(({ metadata }) => this.#isOwn(metadata.name))
    );
    const others = this.#elsewhere.map(async ({ kind, namespace, name }) => {
      const found = await this.client.find(kind, (namespace ? { namespace, name } : name) as never);
      return found === undefined ? [] : [found];
    });
    const lists = await Promise.all([...inNamespaces, ...inNone, ...others]);
    const objects = (lists.flat() as AnyObject[]).map(inShort);
    return comparable([...objects, { events: [...new Set(events)].sort() }]);
  }

  #isOwn(name = ""): boolean {
    return name === this.#own || name.startsWith(`${this.#own}-`);
  }
}

/** The reference draws a number for the type of each kind, and calls parts by their path; here they are called by their own. */
const TYPE = /\b([A-Z]\w*(\.[\w@]+)*|\w+\/v\w+\.[A-Z]\w+)(?=[,)'])/g;
const isNamed = (name: string) => /\d|\./.test(name);

function warningsInShort({ expressionWarnings }: AnyObject): object {
  return {
    expressionWarnings: expressionWarnings?.map(({ fieldRef, warning }: AnyObject) => ({
      fieldRef,
      warning: warning.replaceAll(TYPE, (name: string) => isNamed(name) ? "a type" : name),
    })),
  };
}

/** What controllers have a say in. */
function inShort(object: AnyObject): AnyObject {
  const { kind, metadata, spec, status, data, secrets, rules, immutable } = object;
  const { name, namespace, uid, labels, annotations, finalizers, ownerReferences } = metadata!;
  const { deletionTimestamp } = metadata!;
  return {
    kind,
    metadata: { name, namespace, uid, labels, annotations, finalizers, ownerReferences },
    isDeleting: deletionTimestamp !== undefined,
    ...{ secrets, rules, immutable },
    ...(data !== undefined && { data: kind === "Secret" ? dataInShort(data) : textsInShort(data) }),
    ...(!NO_SPEC.includes(kind!) && { spec }),
    status: status && {
      ...(kind === "Pod" ? podStatusInShort(status) : status),
      ...(status.certificate && { certificate: certificateInShort(status.certificate) }),
      ...(status.typeChecking && { typeChecking: warningsInShort(status.typeChecking) }),
      conditions: status.conditions?.map((
        { type, status, reason, message, observedGeneration }: AnyObject,
      ) =>
        JSON.stringify([
          type,
          status,
          reason,
          message?.replaceAll(WITHOUT_CONTROLLER, "found no controllers for a pod"),
          observedGeneration,
        ])
      ).sort(),
    },
  } as unknown as AnyObject;
}

function podStatusInShort({ phase, reason, message, observedGeneration }: AnyObject): object {
  return { phase, reason, message, observedGeneration };
}

function textsInShort(data: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    Object.entries(data).map(([key, text]) => [key, text.replaceAll(PEM, "an authority")]),
  );
}

/** The data of a secret as text; of a token what it claims. */
function dataInShort(data: Readonly<Record<string, string>>): object {
  const utf8 = new TextDecoder();
  return Object.fromEntries(
    Object.entries(data).map(([key, base64]) => {
      const text = utf8.decode(Uint8Array.fromBase64(base64)).replaceAll(PEM, "an authority");
      if (key !== "token" || !text.includes(".")) return [key, text];
      const [head, claims] = text.split(".").slice(0, 2).map((part) =>
        JSON.parse(utf8.decode(Uint8Array.fromBase64(part, { alphabet: "base64url" })))
      );
      return [key, { head: Object.keys(head).sort(), alg: head.alg, claims }];
    }),
  );
}
