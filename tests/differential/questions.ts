/**
 * What API servers ask webhooks: kept by somebody who agrees to everything, one for each side.
 *
 * @module
 */

import { HttpsPeer, type PeerAnswer, type PeerRequest } from "../../testing/https_peer.ts";
import type { Side } from "./servers.ts";

/** Whom every token is of. */
const JANE = {
  username: "jane",
  uid: "42",
  groups: ["devs", "ops"],
  extra: { "example.com/scope": ["a", "b"] },
};

/** What somebody was asked, without what no two servers have in common. */
export interface Question {
  readonly path: string;
  readonly body: unknown;
}

/** Agrees to what it is asked, and keeps it. `mutate` changes objects. */
function agree({ path, body }: PeerRequest): PeerAnswer {
  const { kind, apiVersion, request } = JSON.parse(body);
  if (path.startsWith("/mutate") || path.startsWith("/validate")) {
    const changes = path.startsWith("/mutate") && request.object?.metadata && !request.subResource;
    const patch = [{ op: "add", path: "/metadata/annotations", value: { mutated: "yes" } }];
    const response = {
      uid: request.uid,
      allowed: true,
      ...(changes && { patchType: "JSONPatch", patch: btoa(JSON.stringify(patch)) }),
    };
    return { body: { kind, apiVersion, response } };
  }
  const status = path.startsWith("/tokens")
    ? { authenticated: true, user: JANE }
    : { allowed: true };
  return { body: { kind, apiVersion, status } };
}

/** Those whom the servers ask. */
export class Asked implements AsyncDisposable {
  readonly #peers: Readonly<Record<Side, HttpsPeer>>;
  readonly #seen: Record<Side, number> = { ours: 0, reference: 0 };

  private constructor(peers: Readonly<Record<Side, HttpsPeer>>) {
    this.#peers = peers;
  }

  static async start(): Promise<Asked> {
    return new Asked({
      ours: await HttpsPeer.start(agree),
      reference: await HttpsPeer.start(agree),
    });
  }

  /** The text of a client config file by which a server asks at a path. */
  clientConfig(side: Side, path: string): string {
    return this.#peers[side].clientConfig(path);
  }

  /** How a webhook of an object is asked at a path. */
  where(side: Side, path: string): object {
    const { url, authority } = this.#peers[side];
    return { url: url + path, caBundle: btoa(authority) };
  }

  /**
   * What a side has asked on behalf of Jane, or of whom she acts as, since it was looked at last. Whether somebody may
   * act as another is asked in any order.
   */
  questions(side: Side): Question[] {
    const { requests } = this.#peers[side];
    const since = requests.slice(this.#seen[side]);
    this.#seen[side] = requests.length;
    const asked = since
      .map(({ path, body }) => ({ path: path.split("?")[0]!, body: JSON.parse(body) }))
      .filter(({ path, body }) =>
        path === "/tokens" ||
        /^(jane|joe|jim)$/.test(body.request?.userInfo.username ?? body.spec?.user)
      )
      .map(({ path, body }): Question => ({ path, body: comparable(body) }));
    const isOfAccess = ({ path }: Question) => path === "/access";
    const sorted = asked.filter(isOfAccess)
      .map((one) => [JSON.stringify(one), one] as const)
      .sort(([one], [other]) => one < other ? -1 : 1)
      .map(([, one]) => one)
      .values();
    return asked.map((one) => isOfAccess(one) ? sorted.next().value! : one);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const peer of Object.values(this.#peers)) await peer[Symbol.asyncDispose]();
  }
}

const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const ADDRESS = /^10\.0\.\d+\.\d+$/;
const GENERATED = /^gen-[a-z0-9]{5}$/;

/** Without ids, times, versions and addresses, and with members in order of their names. */
function comparable(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) {
    const elements = value.map((one) => comparable(one));
    // In order of times, which may be those of one second.
    if (name !== "managedFields") return elements;
    return elements.sort((one, other) => JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, comparable(one, key)] as const)
        .sort(([one], [other]) => one < other ? -1 : 1),
    );
  }
  if (typeof value !== "string") return value;
  if (name === "resourceVersion" && value !== "") return "<version>";
  return value.replace(UID, "<uid>").replace(TIME, "<time>").replace(ADDRESS, "<address>")
    .replace(GENERATED, "gen-<suffix>");
}

/** Where two values differ, as paths: `request.object.status`. */
export function differing(ours: unknown, reference: unknown, at = ""): string[] {
  if (JSON.stringify(ours) === JSON.stringify(reference)) return [];
  if (isHolder(ours) && isHolder(reference) && Array.isArray(ours) === Array.isArray(reference)) {
    const names = new Set([...Object.keys(ours), ...Object.keys(reference)]);
    return [...names].flatMap((name) =>
      differing(ours[name], reference[name], at === "" ? name : `${at}.${name}`)
    );
  }
  return [at];
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
